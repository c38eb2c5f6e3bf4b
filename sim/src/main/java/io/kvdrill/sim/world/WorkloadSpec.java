package io.kvdrill.sim.world;

import org.jspecify.annotations.Nullable;

/**
 * Requests that are generated while a run goes on, from streams of chance named after the run's seed and this workload.
 * Turn {@code t} of session {@code s}, both counted from 0, is the request {@code name.s.t}; its second attempt is {@code
 * name.s.t~2}.
 *
 * @param name unique among moments, faults, requests and workloads
 * @param start when the first session may arrive
 * @param arrivals when sessions arrive
 * @param count most sessions; null where only {@code durationNanos} ends it
 * @param durationNanos no session arrives later than this after the start; null where only {@code count} ends it
 * @param pool what the prompts of sessions begin with; null for nothing shared
 * @param sessions what a session asks
 * @param routing where its requests go
 * @param retries what is done about those that do not succeed
 * @param clientGivesUpAfterNanos how long after its arrival a client aborts a request and its session; null for never
 */
public record WorkloadSpec(
        String name,
        Moment start,
        Arrivals arrivals,
        @Nullable Long count,
        @Nullable Long durationNanos,
        @Nullable PrefixPool pool,
        Sessions sessions,
        Routing routing,
        Retries retries,
        @Nullable Long clientGivesUpAfterNanos) {

    /** Most sessions of a workload. */
    public static final long MOST_SESSIONS = 100_000;

    /** The id of a turn's first attempt. */
    public String request(long session, int turn) {
        return name + "." + session + "." + turn;
    }
}
