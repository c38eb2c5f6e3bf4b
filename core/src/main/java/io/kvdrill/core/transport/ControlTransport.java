package io.kvdrill.core.transport;

/**
 * The control channel of one engine: a ROUTER that peers connect to and one DEALER for each peer (protocol.md section
 * 2). Everything happens inside calls: an implementation with threads of its own keeps what they find until {@link
 * #poll}.
 *
 * <p>Not thread-safe.
 */
public interface ControlTransport {

    /** Told by {@link #poll} what has happened, each connection at most once per method and poll. */
    interface Listener {
        /** A peer without a registered connection sent something: a connection back to it, with that something inside. */
        void onAccepted(Connection connection);

        /** A connection that was handed out before holds something to {@link Connection#receive}. */
        void onReceived(Connection connection);

        /** A connection that was handed out before is no longer alive. It may still hold messages. */
        void onLost(Connection connection);
    }

    /**
     * Opens a connection to a peer. A registered connection to the same peer that is no longer alive is forgotten first.
     *
     * @param peer {@code host:port}
     * @throws DialRefusedException if no connection can be opened
     * @throws IllegalStateException if a live connection to the peer is registered
     */
    Connection dial(String peer);

    /**
     * Reports what has happened since the last poll. In this order: connections found dead are unregistered; messages
     * are sorted to the connections registered then; losses are marked and unregistered; for messages of peers without
     * a connection one is opened, and handed over. So a message that arrives together with the loss of its connection
     * is found in the dying connection, and one that arrives later opens a new one.
     */
    void poll(Listener listener);

    /** Ends the transport and every connection. Bounded in time. Later calls do nothing. */
    void close();
}
