package io.kvdrill.core.session;

import static io.kvdrill.core.session.Handshake.Event.ACKNOWLEDGED;
import static io.kvdrill.core.session.Handshake.Event.ATTACHED;
import static io.kvdrill.core.session.Handshake.Event.CLOSED_BY_MANAGER;
import static io.kvdrill.core.session.Handshake.Event.ENDED;
import static io.kvdrill.core.session.Handshake.State.CLOSED;
import static io.kvdrill.core.session.Handshake.State.CONNECTING;
import static io.kvdrill.core.session.Handshake.State.DEAD;
import static io.kvdrill.core.session.Handshake.State.PENDING;
import static io.kvdrill.core.session.Handshake.State.READY;

/**
 * The sending half of a handshake (protocol.md section 3). Ready means that the peer has acknowledged our connect; whether
 * we have registered the peer is the other half, {@link RegistrationMachine}.
 */
public final class Handshake {

    /** Where a session stands. */
    public enum State {
        /** No connection yet; stores are filed, nothing is sent. */
        PENDING,
        /** Our connect is out, role messages wait in a queue. */
        CONNECTING,
        /** The peer knows us; role messages leave at once. */
        READY,
        /** Nothing is sent or dispatched any more; the next reap closes it. */
        DEAD,
        /** Purged. */
        CLOSED
    }

    /** What moves it. */
    public enum Event {
        /** A connection was attached, and our connect sent. */
        ATTACHED,
        /** The peer acknowledged our connect. */
        ACKNOWLEDGED,
        /** Disconnect, loss, violation, incompatibility, failed registration or send, or a deadline. */
        ENDED,
        /** The manager closed it. */
        CLOSED_BY_MANAGER
    }

    /** The machine. */
    public static final TransitionTable<State, Event> TABLE = new TransitionTable.Builder<State, Event>("handshake")
            .on(PENDING, ATTACHED, CONNECTING)
            .on(PENDING, CLOSED_BY_MANAGER, CLOSED)
            .on(CONNECTING, ACKNOWLEDGED, READY)
            .on(CONNECTING, ENDED, DEAD)
            .on(CONNECTING, CLOSED_BY_MANAGER, CLOSED)
            .on(READY, ENDED, DEAD)
            .on(READY, CLOSED_BY_MANAGER, CLOSED)
            .on(DEAD, CLOSED_BY_MANAGER, CLOSED)
            .build();

    private Handshake() {}
}
