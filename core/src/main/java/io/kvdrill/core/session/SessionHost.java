package io.kvdrill.core.session;

import io.kvdrill.core.transport.Registration;
import org.jspecify.annotations.Nullable;

/** What a session tells the manager that owns it. All calls come from within calls of the session. */
public interface SessionHost {

    /** What an incarnation is, compared with those known before. */
    enum EpochVerdict {
        /** The current one, the first one, or none was named. */
        CURRENT,
        /** It replaces another. */
        NEWER,
        /** It was itself replaced already. */
        REPLACED_BEFORE
    }

    /** The session has something to do in a poll: the current sweep's, if it has not been polled yet, or the next. */
    void wake(Session session);

    /** The session has something to do in a serve window, which should come at once. */
    void wakeForServe(Session session);

    /** The session takes part in the next serve window; there need not be one before something else happens. */
    void joinNextServe(Session session);

    /** The session has something to do at the end of a step. */
    void wakeForScheduleEnd(Session session);

    /** The session sent or received something. */
    void onActivity(Session session, long nowNanos);

    /** The peer has acknowledged us. */
    void onReady(Session session);

    /** What the data transport says about this registration concerns this session. */
    void own(Session session, Registration registration);

    /** The server role has nothing more to do for an id. */
    void onServerRequestIdle(Session session, String request);

    /** Judges the incarnation that a connect names; null where it names none. */
    EpochVerdict judgeEpoch(Session session, long nowNanos, @Nullable Long epoch);
}
