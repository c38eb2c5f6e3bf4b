package io.kvdrill.reports.timeline;

import java.util.List;

/**
 * A one-sided write.
 *
 * @param transfer its number in the run
 * @param from the writer, by id
 * @param to the peer written to, by id
 * @param request the {@code kv_request_id}, or empty where the trace does not say
 * @param round the round; −1 where the trace does not say
 * @param blocks how many blocks
 * @param postedNanos when it was posted
 * @param landings when blocks landed, in order
 * @param endNanos when the fabric was done with it; −1 for never
 * @param fate how it ended
 * @param forgottenNanos when the tier gave it up while bytes could still land; −1 for never
 * @param postedSequence the entry at which it was posted
 * @param endSequence the entry at which it ended; 0 for never
 */
public record TransferFlight(
        long transfer,
        String from,
        String to,
        String request,
        long round,
        int blocks,
        long postedNanos,
        List<Landing> landings,
        long endNanos,
        Fate fate,
        long forgottenNanos,
        long postedSequence,
        long endSequence) {

    /** Keeps an immutable copy. */
    public TransferFlight {
        landings = List.copyOf(landings);
    }

    /**
     * Blocks that landed together.
     *
     * @param nanos when
     * @param blocks how many
     * @param sequence the entry
     */
    public record Landing(long nanos, int blocks, long sequence) {}

    /** How a transfer ended. */
    public enum Fate {
        /** All bytes are in place, and it was reported so. */
        DONE,
        /** It was reported as failed. */
        FAILED,
        /** It was stopped on its way. */
        STOPPED,
        /** It never ended. */
        OPEN
    }

    /** Whether blocks landed after the tier had given the transfer up. */
    public boolean landedLate() {
        return forgottenNanos >= 0 && landings.stream().anyMatch(landing -> landing.nanos() > forgottenNanos);
    }
}
