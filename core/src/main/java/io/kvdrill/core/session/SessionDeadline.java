package io.kvdrill.core.session;

import io.kvdrill.core.time.Deadline;

/** A deadline of one session. It is judged in the session's poll, in the order of its phase. */
abstract class SessionDeadline extends Deadline {

    /** When in a poll a deadline is judged. */
    enum Phase {
        /** After the inbox. */
        HANDSHAKE,
        /** With the client's results. */
        CLIENT,
        /** With the server's store deadlines. */
        STORE,
        /** After the server's completions. */
        SERVER,
        /** In the next serve window, which looks at the clock itself. */
        SERVE_WINDOW
    }

    private final Session session;
    private final Phase phase;

    SessionDeadline(Session session, Phase phase) {
        this.session = session;
        this.phase = phase;
    }

    final Session session() {
        return session;
    }

    final Phase phase() {
        return phase;
    }

    /** Does what is due. Called once for each time that it was armed and fell due. */
    abstract void expire(long nowNanos);
}
