package io.kvdrill.reports.cause;

import static io.kvdrill.reports.timeline.Entries.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.json.Names;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Entries;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** In these traces the recorded cause of every entry is the one before it, whatever it is about, unless said otherwise. */
@DisplayName("An entry of a trace follows from")
class CausesTest {
    private static final String D = "d:1";
    private static final String P = "p:1";
    private static final Names NAMES = new Names(
            List.of(new RunReport.Peer("decode", D, 1, true, null), new RunReport.Peer("prefill", P, 1, true, null)));

    private static Causes causes(Entries entries, RunReport.Fault... faults) {
        return new Causes(entries.list(), List.of(faults), NAMES);
    }

    @Test
    void whatSetItsDeadlineAndNotWhatTheStepHandledBeforeIt() {
        Entries entries = new Entries()
                .at(1, D, "load_started", "peer", P, "request", "r1", "job", 1)
                .at(2, D, "load_started", "peer", P, "request", "r2", "job", 2)
                .at(30, D, "message_received", "peer", P, "message", message("transfer_done", "r2", 0))
                .at(30, D, "load_ended", "peer", P, "request", "r2", "job", 2)
                .at(30, D, "load_timed_out", "peer", P, "request", "r1", "job", 1)
                .at(30, D, "load_aborting", "peer", P, "request", "r1", "job", 1);

        assertThat(causes(entries).of(5)).containsExactly(1L);
        assertThat(causes(entries).of(6)).containsExactly(5L);
        assertThat(causes(entries).of(4)).containsExactly(3L);
    }

    @Test
    void theMomentsOwnCallsOverThoseAboutOtherRequests() {
        Entries entries = new Entries()
                .at(1, D, "load_started", "peer", P, "request", "r1", "job", 1)
                .at(1, D, "load_started", "peer", P, "request", "r2", "job", 2)
                .at(9, D, "session_died", "peer", P, "reason", "heartbeat timeout")
                .at(9, D, "session_closed", "peer", P, "reason", "heartbeat timeout")
                .at(9, D, "load_ended", "peer", P, "request", "r1", "job", 1)
                .at(9, D, "load_ended", "peer", P, "request", "r2", "job", 2)
                .at(9, D, "job_reported", "job", 1, "direction", "load");

        assertThat(causes(entries).of(5)).containsExactly(1L, 4L);
        assertThat(causes(entries).of(6)).containsExactly(2L, 4L);
        assertThat(causes(entries).of(7)).containsExactly(5L);
    }

    @Test
    void theDeathOrTheLossThatKeptAnAnswerAway() {
        Entries entries = new Entries()
                .at(1, D, "session_opened", "peer", P)
                .at(2, D, "load_started", "peer", P, "request", "r1", "job", 1)
                .at(3, P, "frame_sent", "to", D, "frame", 7, "what", "transfer_done")
                .at(3, P, "message_sent", "peer", D, "message", message("transfer_done", "r1", 0))
                .at(4, P, "frame_lost", "to", D, "frame", 7, "reason", "link reset")
                .causedBy(3)
                .at(5, "", "process_killed", "peer", P, "incarnation", 1)
                .at(30, D, "load_timed_out", "peer", P, "request", "r1", "job", 1)
                .at(31, D, "session_died", "peer", P, "reason", "heartbeat timeout");

        assertThat(causes(entries).of(7)).containsExactly(2L, 5L, 6L);
        assertThat(causes(entries).of(8)).containsExactly(1L, 5L, 6L);
        assertThat(causes(entries).of(5)).containsExactly(3L);
    }

    @Test
    void theEndOfTheWriteThatItCompletes() {
        Entries entries = new Entries()
                .at(1, P, "demand_received", "peer", D, "request", "r1", "round", 0)
                .at(2, P, "supply_filed", "peer", D, "request", "r1", "job", 4)
                .at(2, P, "write_posted", "to", D, "transfer", 9, "remote", List.of(1), "local", List.of(5))
                .at(2, P, "write_started", "peer", D, "request", "r1", "transfer", 9)
                .at(3, D, "blocks_landed", "from", P, "transfer", 9, "slots", List.of(1))
                .causedBy(3)
                .at(3, P, "transfer_ended", "to", D, "transfer", 9, "success", true)
                .at(4, P, "load_started", "peer", D, "request", "other", "job", 8)
                .at(4, P, "write_ended", "peer", D, "request", "r1", "transfer", 9, "success", true)
                .at(4, P, "job_reported", "job", 4, "direction", "store");

        assertThat(causes(entries).of(3)).containsExactly(1L, 2L);
        assertThat(causes(entries).of(6)).containsExactly(5L);
        assertThat(causes(entries).of(8)).containsExactly(6L);
        assertThat(causes(entries).of(9)).containsExactly(8L);
    }

    @Test
    void whatFreedTheSlotThatItTakesAndTheWriteOfTheBytesThatItReads() {
        Entries entries = new Entries()
                .at(1, D, "slots_freed", "job", 0, "slots", List.of(4))
                .at(2, D, "slots_freed", "job", 0, "slots", List.of(9))
                .at(3, D, "request_scheduled", "engine_request", "v")
                .at(3, D, "slots_reserved", "engine_request", "v", "purpose", "computed", "slots", List.of(4))
                .at(4, D, "blocks_landed", "from", P, "transfer", 2, "slots", List.of(4))
                .causedBy(0)
                .at(5, D, "blocks_read", "engine_request", "v", "slots", List.of(4), "wrong_slots", List.of(4));

        assertThat(causes(entries).of(4)).containsExactly(1L, 3L);
        assertThat(causes(entries).of(6)).containsExactly(4L, 5L);
    }

    @Test
    void theFaultThatStruckIt() {
        RunReport.Fault slow =
                new RunReport.Fault("faults[0]", "writes", List.of("prefill", "decode"), null, "writes: {}");
        RunReport.Fault elsewhere = new RunReport.Fault("faults[1]", "writes", List.of("third"), null, "writes: {}");
        Entries entries = new Entries()
                .at(1, "", "fault_struck", "fault", "faults[1]", "what", "writes[]")
                .at(1, "", "fault_struck", "fault", "faults[0]", "what", "writes[]")
                .at(2, P, "write_posted", "to", D, "transfer", 9, "remote", List.of(1))
                .causedBy(0)
                .at(3, "", "fault_ended", "fault", "faults[0]", "what", "writes[]")
                .at(4, P, "write_posted", "to", D, "transfer", 10, "remote", List.of(2))
                .causedBy(0);

        assertThat(causes(entries, slow, elsewhere).of(3)).containsExactly(2L);
        assertThat(causes(entries, slow, elsewhere).of(5)).isEmpty();
    }

    @Test
    void nothingOfWhatMadeTheWorld() {
        Entries entries = new Entries()
                .at(0, P, "engine_started", "incarnation", 1)
                .at(0, D, "engine_started", "incarnation", 1)
                .at(5, "", "fault_struck", "fault", "faults[0]", "what", "kill[]")
                .causedBy(2)
                .at(5, "", "process_killed", "peer", P, "incarnation", 1);

        assertThat(causes(entries).of(2)).isEmpty();
        assertThat(causes(entries).of(3)).isEmpty();
        assertThat(causes(entries).of(4)).containsExactly(3L);
    }

    @Test
    void whatLiesInItsCausalPastAndNothingElse() {
        Entries entries = new Entries()
                .at(1, D, "load_started", "peer", P, "request", "r1", "job", 1)
                .at(1, D, "load_started", "peer", P, "request", "r2", "job", 2)
                .at(30, D, "load_timed_out", "peer", P, "request", "r1", "job", 1)
                .at(30, D, "frame_sent", "to", P, "frame", 3, "what", "abort_fetch")
                .at(30, D, "message_sent", "peer", P, "message", message("abort_fetch", "r1", 0))
                .at(31, P, "frame_delivered", "from", D, "frame", 3)
                .causedBy(4)
                .at(32, P, "lookup_enqueued", "peer", D, "request", "r2", "lookup", 1)
                .at(32, P, "message_received", "peer", D, "message", message("abort_fetch", "r1", 0))
                .causedBy(6)
                .at(32, P, "abort_acknowledged", "peer", D, "request", "r1", "round", 0);

        assertThat(CausalPast.of(causes(entries), List.of(9L), 24)).containsExactly(1L, 3L, 8L, 9L);
        assertThat(CausalPast.of(causes(entries), List.of(9L), 1)).containsExactly(8L, 9L);
        assertThat(CausalPast.of(causes(entries), List.of(0L, 99L), 24)).isEmpty();
    }
}
