package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.ManagerEvent.HostQuarantined;
import io.kvdrill.core.trace.ManagerEvent.ReconnectDeferred;
import io.kvdrill.core.trace.TraceSink;
import java.util.LinkedHashMap;
import java.util.Map;

/** Peers that are not dialled for a while: faulted ones (vLLM pull request 64251), and whole hosts (64678). */
final class Reconnects {
    private static final int LONGEST_IN_FIRST_WAITS = 30;

    private final class Backoff extends ManagerDeadline {
        final String peer;
        int faults;
        long notBeforeNanos;

        Backoff(String peer) {
            this.peer = peer;
        }

        /** Long after its wait, a fault is history. */
        @Override
        void expire(long nowNanos) {
            backoffs.remove(peer);
        }
    }

    private final class Quarantine extends ManagerDeadline {
        final String host;
        long untilNanos;

        Quarantine(String host) {
            this.host = host;
        }

        @Override
        void expire(long nowNanos) {
            quarantines.remove(host);
        }
    }

    private final Rules rules;
    private final Deadlines deadlines;
    private final RandomSource random;
    private final TraceSink trace;
    private final Map<String, Backoff> backoffs = new LinkedHashMap<>();
    private final Map<String, Quarantine> quarantines = new LinkedHashMap<>();

    Reconnects(Rules rules, Deadlines deadlines, RandomSource random, TraceSink trace) {
        this.rules = rules;
        this.deadlines = deadlines;
        this.random = random;
        this.trace = trace;
    }

    /** A peer's data path has failed: wait before dialling it again, longer each time. */
    void onFault(long nowNanos, String peer) {
        long first = rules.nanos(Rows.RECONNECT_BACKOFF);
        if (first == Profile.NO_LIMIT) {
            return;
        }
        rules.reach(Rows.RECONNECT_BACKOFF);
        Backoff backoff = backoffs.computeIfAbsent(peer, Backoff::new);
        long doubled = first << Math.min(backoff.faults, 10);
        long longest = Math.min(doubled, first * LONGEST_IN_FIRST_WAITS);
        long wait = (long) (longest * (0.5 + random.nextDouble() / 2));
        backoff.faults++;
        backoff.notBeforeNanos = nowNanos + wait;
        deadlines.armAt(backoff, backoff.notBeforeNanos + first * LONGEST_IN_FIRST_WAITS);
        trace.emit(new ReconnectDeferred(peer, wait));
    }

    /** The peer works again. */
    void onReady(String peer) {
        Backoff backoff = backoffs.remove(peer);
        if (backoff != null) {
            deadlines.disarm(backoff);
        }
    }

    void quarantine(long nowNanos, String host) {
        long length = rules.nanos(Rows.HOST_QUARANTINE);
        rules.reach(Rows.HOST_QUARANTINE);
        Quarantine quarantine = quarantines.computeIfAbsent(host, Quarantine::new);
        quarantine.untilNanos = nowNanos + length;
        deadlines.arm(quarantine, nowNanos, length);
        trace.emit(new HostQuarantined(host, length));
    }

    /** Why a peer must not be dialled now; empty if it may be. */
    String objection(long nowNanos, String peer) {
        Backoff backoff = backoffs.get(peer);
        if (backoff != null && nowNanos < backoff.notBeforeNanos) {
            return "it is faulted; the next dial is " + (backoff.notBeforeNanos - nowNanos) / 1_000_000 + " ms away";
        }
        Quarantine quarantine = quarantines.get(PeerIds.host(peer));
        if (quarantine != null && nowNanos < quarantine.untilNanos) {
            return "its host is quarantined for another " + (quarantine.untilNanos - nowNanos) / 1_000_000 + " ms";
        }
        return "";
    }

    int size() {
        return backoffs.size() + quarantines.size();
    }

    void digest(Digest digest, long nowNanos) {
        long sum = 0;
        for (Backoff backoff : backoffs.values()) {
            sum += new Digest()
                    .add(backoff.peer)
                    .add((long) backoff.faults)
                    .add(backoff.notBeforeNanos - nowNanos)
                    .value();
        }
        for (Quarantine quarantine : quarantines.values()) {
            sum += new Digest()
                    .add(quarantine.host)
                    .add(quarantine.untilNanos - nowNanos)
                    .value();
        }
        digest.add(sum);
    }
}
