package io.kvdrill.reports.timeline;

import java.util.List;

/**
 * What happened over the time of a run. All lists are in the order of the trace, by the entry that began what they hold.
 *
 * @param peers ids of the peers, in the order in which they appear
 * @param endNanos when the trace ends
 * @param spans what lasted
 * @param messages what was said
 * @param transfers what was written
 * @param slots what slots were used for
 * @param wrongBytes where slots held other bytes than their keys name
 * @param marks what a reader looks for
 */
public record Timeline(
        List<String> peers,
        long endNanos,
        List<Span> spans,
        List<MessageFlight> messages,
        List<TransferFlight> transfers,
        List<SlotUse> slots,
        List<WrongBytes> wrongBytes,
        List<Mark> marks) {

    /** Keeps immutable copies. */
    public Timeline {
        peers = List.copyOf(peers);
        spans = List.copyOf(spans);
        messages = List.copyOf(messages);
        transfers = List.copyOf(transfers);
        slots = List.copyOf(slots);
        wrongBytes = List.copyOf(wrongBytes);
        marks = List.copyOf(marks);
    }
}
