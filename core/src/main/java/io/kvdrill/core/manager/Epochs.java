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

        @Nullable Long current;

        final Map<Long, ManagerDeadline> replaced = new LinkedHashMap<>();

        Lives(String peer) {
            this.peer = peer;
        }

        /** The peer has had no session for a while. */
        @Override
        void expire(long nowNanos) {
            current = null;
            forgetIfEmpty();
        }

        void replace(long nowNanos, long epoch) {
            if (replaced.size() == REMEMBERED) {
                Long oldest = replaced.keySet().iterator().next();
                ManagerDeadline deadline = replaced.remove(oldest);
                if (deadline != null) {
                    deadlines.disarm(deadline);
                }
            }
            ManagerDeadline deadline = new ManagerDeadline() {
                @Override
                void expire(long now) {
                    replaced.remove(epoch);
                    forgetIfEmpty();
                }
            };
            replaced.put(epoch, deadline);
            deadlines.arm(deadline, nowNanos, rules.nanos(Rows.REAPED_ID_RETENTION));
        }

        private void forgetIfEmpty() {
            if (current == null && replaced.isEmpty()) {
                peers.remove(peer);
            }
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
        Lives lives = peers.computeIfAbsent(peer, Lives::new);
        deadlines.disarm(lives);
        Long current = lives.current;
        if (current == null && !lives.replaced.containsKey(epoch)) {
            lives.current = epoch;
            return EpochVerdict.CURRENT;
        }
        if (epoch.equals(current)) {
            return EpochVerdict.CURRENT;
        }
        if (lives.replaced.containsKey(epoch)) {
            trace.emit(new IdentityCollision(peer, epoch));
            return EpochVerdict.REPLACED_BEFORE;
        }
        if (current != null) {
            lives.replace(nowNanos, current);
            trace.emit(new IncarnationReplaced(peer, current, epoch));
        }
        lives.current = epoch;
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
            Digest one = new Digest().add(lives.peer).add(lives.current == null ? 0 : lives.current);
            one.add(lives.armed() ? lives.dueNanos() - nowNanos : -1);
            lives.replaced.forEach((epoch, deadline) -> one.add(epoch).add(deadline.dueNanos() - nowNanos));
            sum += one.value();
        }
        digest.add(sum);
    }
}
