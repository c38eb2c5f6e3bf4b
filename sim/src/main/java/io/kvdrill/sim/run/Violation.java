package io.kvdrill.sim.run;

import java.util.List;

/**
 * A law was broken.
 *
 * @param law its stable name ({@code I2})
 * @param statement the number of the statement of invariants.md that is meant, or 0
 * @param worldNanos when
 * @param peers the peers that it is about, by id
 * @param request the {@code kv_request_id}, or empty
 * @param job the job, or −1
 * @param round the round, or −1
 * @param what what was wrong, for people
 * @param ledTo places in the trace of the entries that led to it, the earliest first
 */
public record Violation(
        String law,
        int statement,
        long worldNanos,
        List<String> peers,
        String request,
        long job,
        long round,
        String what,
        List<Long> ledTo) {
    /** Keeps immutable copies of the lists. */
    public Violation {
        peers = List.copyOf(peers);
        ledTo = List.copyOf(ledTo);
    }

    /** A violation that is about no statement in particular. */
    public Violation(
            String law,
            long worldNanos,
            List<String> peers,
            String request,
            long job,
            long round,
            String what,
            List<Long> ledTo) {
        this(law, 0, worldNanos, peers, request, job, round, what, ledTo);
    }
}
