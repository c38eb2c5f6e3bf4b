package io.kvdrill.reports.timeline;

/**
 * A message on its way from one peer to another.
 *
 * @param from the sender, by id
 * @param to the receiver, by id
 * @param type as peers spell it ({@code transfer_done})
 * @param request the {@code kv_request_id}, or empty
 * @param round the round; −1 for none
 * @param sentNanos when it left
 * @param arrivedNanos when it arrived; −1 for never
 * @param sentSequence the entry at which it left
 * @param arrivedSequence the entry at which it arrived, or was lost; 0 for neither
 * @param lost why it never arrived; empty where it did, or is still under way
 */
public record MessageFlight(
        String from,
        String to,
        String type,
        String request,
        long round,
        long sentNanos,
        long arrivedNanos,
        long sentSequence,
        long arrivedSequence,
        String lost) {}
