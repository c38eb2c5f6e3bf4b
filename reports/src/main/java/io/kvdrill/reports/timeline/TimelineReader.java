package io.kvdrill.reports.timeline;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.FaultWords;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Reads the entries of a trace as a timeline. */
public final class TimelineReader {
    private final SpanTrack spans = new SpanTrack();
    private final MessageTrack messages = new MessageTrack();
    private final TransferTrack transfers = new TransferTrack();
    private final SlotTrack slots = new SlotTrack();
    private final WrongBytesTrack wrongBytes = new WrongBytesTrack();
    private final MarkTrack marks;

    private TimelineReader(FaultWords faults) {
        this.marks = new MarkTrack(faults);
    }

    /** The timeline of a trace's entries, in their order, with faults by their kinds. */
    public static Timeline read(List<StoredEntry> entries) {
        return read(entries, new FaultWords(List.of()));
    }

    /** The timeline of a trace's entries, in their order, with faults in these words. */
    public static Timeline read(List<StoredEntry> entries, FaultWords faults) {
        return new TimelineReader(faults).timeline(entries);
    }

    private Timeline timeline(List<StoredEntry> entries) {
        List<Track> tracks = List.of(spans, messages, transfers, slots, wrongBytes, marks);
        Set<String> peers = new LinkedHashSet<>();
        for (StoredEntry entry : entries) {
            if (!entry.peer().isEmpty()) {
                peers.add(entry.peer());
            }
            tracks.forEach(track -> track.see(entry));
        }
        long end = entries.isEmpty() ? 0 : entries.get(entries.size() - 1).worldNanos();
        tracks.forEach(track -> track.end(end));
        return new Timeline(
                List.copyOf(peers),
                end,
                spans.spans(),
                messages.messages(),
                transfers.transfers(),
                slots.uses(),
                wrongBytes.found(),
                marks.marks());
    }
}
