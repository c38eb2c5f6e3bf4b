package io.kvdrill.reports.timeline;

import static io.kvdrill.reports.timeline.Fields.NONE;
import static io.kvdrill.reports.timeline.Fields.number;
import static io.kvdrill.reports.timeline.Fields.text;

import io.kvdrill.core.trace.StoredEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was said. A frame has a number on its way; which request it is about is said by the session that sends it, in the
 * same breath: in the entry after the frame's.
 */
final class MessageTrack implements Track {
    private final Map<Long, MessageFlight> underWay = new LinkedHashMap<>();
    private final Map<Long, MessageFlight> all = new LinkedHashMap<>();
    private @Nullable StoredEntry lastSent;

    @Override
    public void see(StoredEntry entry) {
        switch (entry.kind()) {
            case "frame_sent" -> {
                put(
                        new MessageFlight(
                                entry.peer(),
                                text(entry, "to"),
                                text(entry, "what"),
                                "",
                                NONE,
                                entry.worldNanos(),
                                NONE,
                                entry.sequence(),
                                0,
                                ""),
                        number(entry, "frame"));
                lastSent = entry;
                return;
            }
            case "message_sent" -> describe(entry);
            case "frame_delivered" -> arrive(entry, entry.worldNanos(), "");
            case "frame_lost", "frame_refused" -> arrive(entry, NONE, text(entry, "reason"));
            default -> {}
        }
    }

    private void describe(StoredEntry message) {
        StoredEntry sent = lastSent;
        lastSent = null;
        if (sent == null
                || !sent.peer().equals(message.peer())
                || !text(sent, "what").equals(Fields.messageText(message, "type"))) {
            return;
        }
        long frame = number(sent, "frame");
        MessageFlight bare = all.get(frame);
        if (bare != null) {
            put(
                    new MessageFlight(
                            bare.from(),
                            bare.to(),
                            bare.type(),
                            Fields.messageText(message, "request"),
                            Fields.messageNumber(message, "round"),
                            bare.sentNanos(),
                            bare.arrivedNanos(),
                            bare.sentSequence(),
                            bare.arrivedSequence(),
                            bare.lost()),
                    frame);
        }
    }

    private void arrive(StoredEntry entry, long nanos, String lost) {
        long frame = number(entry, "frame");
        MessageFlight sent = underWay.get(frame);
        if (sent == null) {
            return;
        }
        put(
                new MessageFlight(
                        sent.from(),
                        sent.to(),
                        sent.type(),
                        sent.request(),
                        sent.round(),
                        sent.sentNanos(),
                        nanos,
                        sent.sentSequence(),
                        entry.sequence(),
                        lost),
                frame);
        underWay.remove(frame);
    }

    private void put(MessageFlight flight, long frame) {
        all.put(frame, flight);
        underWay.put(frame, flight);
    }

    @Override
    public void end(long endNanos) {
        underWay.clear();
    }

    List<MessageFlight> messages() {
        return new ArrayList<>(all.values());
    }
}
