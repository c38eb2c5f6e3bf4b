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
 * @param about places in the trace of the entries that it is about, the earliest first: that at which it was found, and
 *     those that the law holds against it. What led to them is their causal past
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
        List<Long> about) {
    /** Keeps immutable copies of the lists. */
    public Violation {
        peers = List.copyOf(peers);
        about = List.copyOf(about);
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
            List<Long> about) {
        this(law, 0, worldNanos, peers, request, job, round, what, about);
    }

    /** The place in the trace of the latest entry that it is about; 0 for none. */
    public long foundAt() {
        return about.isEmpty() ? 0 : about.get(about.size() - 1);
    }
}
