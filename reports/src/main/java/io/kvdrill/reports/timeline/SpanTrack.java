package io.kvdrill.reports.timeline;

import static io.kvdrill.reports.timeline.Fields.NONE;
import static io.kvdrill.reports.timeline.Fields.number;
import static io.kvdrill.reports.timeline.Fields.text;
import static io.kvdrill.reports.timeline.Fields.truth;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.timeline.Span.Kind;
import io.kvdrill.reports.timeline.Span.Outcome;
import java.util.List;

/** What lasted at engines, in sessions and in their roles. */
final class SpanTrack implements Track {
    private final SpanBook book = new SpanBook();

    @Override
    public void see(StoredEntry entry) {
        engine(entry);
        session(entry);
        client(entry);
        store(entry);
    }

    private void engine(StoredEntry entry) {
        switch (entry.kind()) {
            case "process_killed" -> die(entry, text(entry, "peer"), "its process was killed");
            case "engine_crashed" -> die(entry, entry.peer(), text(entry, "reason"));
            case "shutdown_done" -> die(entry, entry.peer(), "it shut down");
            case "engine_started" -> book.end(entry, Kind.DOWN, "", Outcome.OK, "");
            case "process_paused" -> book.begin(entry, text(entry, "peer"), Kind.PAUSED, "", "paused", "", NONE);
            case "process_resumed" -> book.end(entry, text(entry, "peer"), Kind.PAUSED, "", Outcome.OK, "");
            case "host_stalled" ->
                book.whole(entry, Kind.BLOCKED, text(entry, "reason"), number(entry, "nanos"), "", Outcome.OK);
            case "host_blocked" -> book.begin(entry, Kind.BLOCKED, "", text(entry, "reason"), "", NONE);
            case "host_unblocked" -> book.end(entry, Kind.BLOCKED, "", Outcome.OK, "");
            case "prefill_step" ->
                book.whole(
                        entry,
                        Kind.PREFILL,
                        number(entry, "tokens") + " tokens",
                        number(entry, "duration_nanos"),
                        "",
                        Outcome.OK);
            case "request_entered" -> {
                String name = text(entry, "engine_request");
                book.begin(entry, Kind.REQUEST, name, name, text(entry, "request"), NONE);
            }
            case "request_left" ->
                book.end(
                        entry,
                        Kind.REQUEST,
                        text(entry, "engine_request"),
                        text(entry, "end").equals("done") ? Outcome.OK : Outcome.FAILED,
                        text(entry, "end").equals("done") ? "" : text(entry, "end"));
            default -> {}
        }
    }

    private void die(StoredEntry entry, String peer, String why) {
        book.endAll(entry, peer, why);
        book.begin(entry, peer, Kind.DOWN, "", why, "", NONE);
    }

    private void session(StoredEntry entry) {
        String peer = text(entry, "peer");
        switch (entry.kind()) {
            case "session_opened" -> book.begin(entry, Kind.HANDSHAKE, peer, peer, "", NONE);
            case "session_ready" -> {
                book.end(entry, Kind.HANDSHAKE, peer, Outcome.OK, "");
                book.begin(entry, Kind.SESSION, peer, peer, "", NONE);
            }
            case "session_closed" -> {
                String reason = text(entry, "reason");
                book.end(entry, Kind.HANDSHAKE, peer, Outcome.FAILED, reason);
                book.end(entry, Kind.SESSION, peer, Outcome.FAILED, reason);
            }
            default -> {}
        }
    }

    private void client(StoredEntry entry) {
        String job = "load " + number(entry, "job");
        switch (entry.kind()) {
            case "load_started" ->
                book.begin(
                        entry,
                        Kind.LOAD,
                        job,
                        job + " of " + text(entry, "request"),
                        text(entry, "request"),
                        number(entry, "job"));
            case "load_ended" -> {
                book.end(entry, Kind.LOAD, job, outcome(entry), text(entry, "reason"));
                if (truth(entry, "slots_held")) {
                    book.begin(
                            entry,
                            Kind.LOAD_SLOTS_HELD,
                            job,
                            "slots of " + job,
                            text(entry, "request"),
                            number(entry, "job"));
                }
            }
            case "load_forgotten" -> book.end(entry, Kind.LOAD, job, Outcome.FAILED, "forgotten");
            case "load_slots_released" -> book.end(entry, Kind.LOAD_SLOTS_HELD, job, Outcome.OK, text(entry, "proof"));
            default -> {}
        }
    }

    private void store(StoredEntry entry) {
        String job = "store " + number(entry, "job");
        switch (entry.kind()) {
            case "job_submitted" -> {
                if (text(entry, "direction").equals("store")) {
                    book.begin(
                            entry,
                            Kind.STORE,
                            job,
                            job + " of " + text(entry, "request"),
                            text(entry, "request"),
                            number(entry, "job"));
                }
            }
            case "store_ended" -> book.end(entry, Kind.STORE, job, outcome(entry), text(entry, "reason"));
            case "job_reported" -> {
                if (text(entry, "direction").equals("store")) {
                    book.end(entry, Kind.STORE, job, outcome(entry), "");
                    if (truth(entry, "slots_held")) {
                        book.begin(entry, Kind.STORE_SLOTS_HELD, job, "slots of " + job, "", number(entry, "job"));
                    }
                }
            }
            case "store_slots_released" ->
                book.end(entry, Kind.STORE_SLOTS_HELD, job, Outcome.OK, text(entry, "proof"));
            default -> {}
        }
    }

    private static Outcome outcome(StoredEntry entry) {
        return truth(entry, "success") ? Outcome.OK : Outcome.FAILED;
    }

    @Override
    public void end(long endNanos) {
        book.finish(endNanos);
    }

    List<Span> spans() {
        return book.spans();
    }
}
