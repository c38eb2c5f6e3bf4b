package io.kvdrill.reports.timeline;

import static io.kvdrill.reports.timeline.Fields.NONE;
import static io.kvdrill.reports.timeline.Fields.number;
import static io.kvdrill.reports.timeline.Fields.text;
import static io.kvdrill.reports.timeline.Fields.truth;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.timeline.TransferFlight.Fate;
import io.kvdrill.reports.timeline.TransferFlight.Landing;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What was written. */
final class TransferTrack implements Track {

    private static final class Draft {
        private final StoredEntry posted;
        private final List<Landing> landings = new ArrayList<>();
        private String request = "";
        private long round = NONE;
        private long endNanos = NONE;
        private long endSequence;
        private Fate fate = Fate.OPEN;
        private long forgottenNanos = NONE;

        Draft(StoredEntry posted) {
            this.posted = posted;
        }

        void end(StoredEntry entry, Fate how) {
            endNanos = entry.worldNanos();
            endSequence = entry.sequence();
            fate = how;
        }

        TransferFlight flight() {
            return new TransferFlight(
                    number(posted, "transfer"),
                    posted.peer(),
                    text(posted, "to"),
                    request,
                    round,
                    Fields.numbers(posted, "remote").size(),
                    posted.worldNanos(),
                    landings,
                    endNanos,
                    fate,
                    forgottenNanos,
                    posted.sequence(),
                    endSequence);
        }
    }

    private final Map<Long, Draft> drafts = new LinkedHashMap<>();

    @Override
    public void see(StoredEntry entry) {
        if (entry.kind().equals("write_posted")) {
            drafts.put(number(entry, "transfer"), new Draft(entry));
            return;
        }
        @Nullable Draft draft = drafts.get(number(entry, "transfer"));
        if (draft == null) {
            return;
        }
        switch (entry.kind()) {
            case "write_started" -> {
                draft.request = text(entry, "request");
                draft.round = number(entry, "round");
            }
            case "blocks_landed" ->
                draft.landings.add(new Landing(
                        entry.worldNanos(), Fields.numbers(entry, "slots").size(), entry.sequence()));
            case "transfer_ended" -> draft.end(entry, truth(entry, "success") ? Fate.DONE : Fate.FAILED);
            case "transfer_stopped" -> draft.end(entry, Fate.STOPPED);
            case "transfer_forgotten" -> {
                if (truth(entry, "still_landing")) {
                    draft.forgottenNanos = entry.worldNanos();
                }
            }
            default -> {}
        }
    }

    @Override
    public void end(long endNanos) {}

    List<TransferFlight> transfers() {
        return drafts.values().stream().map(Draft::flight).toList();
    }
}
