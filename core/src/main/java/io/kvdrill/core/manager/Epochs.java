package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.Incarnation;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.session.SessionHost.EpochVerdict;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.SessionEvent.IdentityCollision;
import io.kvdrill.core.trace.SessionEvent.IncarnationReplaced;
import io.kvdrill.core.trace.TraceSink;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The incarnations of each peer (profiles.md, promise 4): the current one, and the last few that were replaced, which are
 * refused while they are remembered.
 */
final class Epochs {
    private static final int REMEMBERED = 8;

    private final class Lives extends ManagerDeadline {
        final String peer;
        long current;
        final Map<Long, ManagerDeadline> replaced = new LinkedHashMap<>();

        Lives(String peer, long current) {
            this.peer = peer;
            this.current = current;
        }

        /** The peer has had no session for a while; what was replaced is older than that, and forgotten. */
        @Override
        void expire(long nowNanos) {
            peers.remove(peer);
        }

        void replace(long nowNanos, long epoch) {
            if (replaced.size() == REMEMBERED) {
                Iterator<ManagerDeadline> oldest = replaced.values().iterator();
                deadlines.disarm(oldest.next());
                oldest.remove();
            }
            ManagerDeadline deadline = new ManagerDeadline() {
                @Override
                void expire(long now) {
                    replaced.remove(epoch);
                }
            };
            replaced.put(epoch, deadline);
            deadlines.arm(deadline, nowNanos, rules.nanos(Rows.REAPED_ID_RETENTION));
        }
    }

    private final Rules rules;
    private final Deadlines deadlines;
    private final TraceSink trace;
    private final Map<String, Lives> peers = new LinkedHashMap<>();

    Epochs(Rules rules, Deadlines deadlines, TraceSink trace) {
        this.rules = rules;
        this.deadlines = deadlines;
        this.trace = trace;
    }

    EpochVerdict judge(long nowNanos, String peer, @Nullable Long epoch) {
        if (epoch == null || !rules.is(Rows.INCARNATION, Incarnation.OPTIONAL)) {
            return EpochVerdict.CURRENT;
        }
        long named = epoch;
        Lives lives = peers.computeIfAbsent(peer, missing -> new Lives(missing, named));
        deadlines.disarm(lives);
        if (named == lives.current) {
            return EpochVerdict.CURRENT;
        }
        if (lives.replaced.containsKey(named)) {
            trace.emit(new IdentityCollision(peer, named));
            return EpochVerdict.REPLACED_BEFORE;
        }
        lives.replace(nowNanos, lives.current);
        trace.emit(new IncarnationReplaced(peer, lives.current, named));
        lives.current = named;
        return EpochVerdict.NEWER;
    }

    /** The peer has no session any more. */
    void onSessionClosed(long nowNanos, String peer) {
        Lives lives = peers.get(peer);
        if (lives != null) {
            deadlines.arm(lives, nowNanos, rules.nanos(Rows.REAPED_ID_RETENTION));
        }
    }

    int size() {
        return peers.size();
    }

    void digest(Digest digest, long nowNanos) {
        long sum = 0;
        for (Lives lives : peers.values()) {
            Digest one = new Digest().add(lives.peer).add(lives.current);
            one.add(lives.armed() ? lives.dueNanos() - nowNanos : -1);
            lives.replaced.forEach((epoch, deadline) -> one.add(epoch).add(deadline.dueNanos() - nowNanos));
            sum += one.value();
        }
        digest.add(sum);
    }
}
