package io.kvdrill.core.transport;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Payload;
import java.util.List;

/**
 * One control connection to a peer, owned by the session that it was given to.
 *
 * <p><b>Promised:</b> messages that arrive, arrive once and in the order sent. <b>Not promised:</b> that a message sent
 * arrives, that a loss is reported, that the peer behind it is still the one that it was dialled for. Not thread-safe:
 * the thread that owns the tier owns its connections.
 */
public interface Connection {

    /** The peer's id, {@code host:port}: its transport identity. */
    String peer();

    /** False once the connection was lost, marked dead or closed. */
    boolean alive();

    /**
     * Hands a message to the transport.
     *
     * @throws SendFailedException if the connection is not alive or the transport refuses; the connection stays as it was
     */
    void send(Message message);

    /** Takes what has arrived since the last call, in order; possibly nothing. Works on a dead connection, too. */
    List<Payload> receive();

    /** Gives the connection up without releasing its resources. */
    void markDead();

    /** Releases the connection. Later calls of this method do nothing. */
    void close();
}
