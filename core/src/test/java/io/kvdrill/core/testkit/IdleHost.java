package io.kvdrill.core.testkit;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.session.SessionHost;
import io.kvdrill.core.session.TierContext;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.Registration;
import org.jspecify.annotations.Nullable;

/** A manager that does nothing, for sessions that are tested alone. */
public final class IdleHost implements SessionHost {

    /** A session under {@code hardened}, whose time starts at 0, without a connection. */
    public static Session session(String peer, long number) {
        TierContext context = new TierContext(
                TierBench.LOCAL,
                Peers.FINGERPRINT,
                Peers.HASH_SEED,
                7L,
                null,
                new Rules(Profile.of(Preset.HARDENED)),
                new Deadlines(),
                new ScriptedData(TierBench.FENCING),
                TraceSink.none());
        return new Session(peer, number, 0, context, new IdleHost());
    }

    @Override
    public void wake(Session session) {}

    @Override
    public void wakeForServe(Session session) {}

    @Override
    public void joinNextServe(Session session) {}

    @Override
    public void wakeForScheduleEnd(Session session) {}

    @Override
    public void onActivity(Session session, long nowNanos) {}

    @Override
    public void onReady(Session session) {}

    @Override
    public void own(Session session, Registration registration) {}

    @Override
    public void onServerRequestIdle(Session session, String request) {}

    @Override
    public EpochVerdict judgeEpoch(Session session, long nowNanos, @Nullable Long epoch) {
        return EpochVerdict.CURRENT;
    }
}
