package io.kvdrill.core.session;

import static io.kvdrill.core.session.RegistrationMachine.Event.CONNECT_ACCEPTED;
import static io.kvdrill.core.session.RegistrationMachine.Event.REGISTRATION_FAILED;
import static io.kvdrill.core.session.RegistrationMachine.Event.REGISTRATION_READY;
import static io.kvdrill.core.session.RegistrationMachine.State.REGISTERED;
import static io.kvdrill.core.session.RegistrationMachine.State.REGISTERING;
import static io.kvdrill.core.session.RegistrationMachine.State.REJECTED;
import static io.kvdrill.core.session.RegistrationMachine.State.UNKNOWN;

/**
 * The receiving half of a handshake (protocol.md sections 3 and 7.2): whether the peer's memory is registered with our
 * data plane, after which its connect is acknowledged.
 */
public final class RegistrationMachine {

    /** Where it stands. */
    public enum State {
        /** The peer has not sent a connect that we accept. */
        UNKNOWN,
        /** The data plane is at work. */
        REGISTERING,
        /** Registered, and the connect acknowledged. */
        REGISTERED,
        /** The data plane would not have it; under older rules the session lives on without it. */
        REJECTED
    }

    /** What moves it. */
    public enum Event {
        /** A compatible connect came in. */
        CONNECT_ACCEPTED,
        /** The data plane is done. */
        REGISTRATION_READY,
        /** The data plane refused, failed, or was overtaken. */
        REGISTRATION_FAILED
    }

    /** The machine. */
    public static final TransitionTable<State, Event> TABLE = new TransitionTable.Builder<State, Event>("registration")
            .on(UNKNOWN, CONNECT_ACCEPTED, REGISTERING)
            .on(REGISTERING, CONNECT_ACCEPTED, REGISTERING)
            .on(REGISTERED, CONNECT_ACCEPTED, REGISTERING)
            .on(REJECTED, CONNECT_ACCEPTED, REGISTERING)
            .on(REGISTERING, REGISTRATION_READY, REGISTERED)
            .on(REGISTERING, REGISTRATION_FAILED, REJECTED)
            .build();

    private RegistrationMachine() {}
}
