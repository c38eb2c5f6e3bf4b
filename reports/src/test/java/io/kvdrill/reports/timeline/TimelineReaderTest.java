package io.kvdrill.reports.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.kvdrill.reports.json.FaultWords;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Span.Kind;
import io.kvdrill.reports.timeline.Span.Outcome;
import io.kvdrill.reports.timeline.TransferFlight.Fate;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A timeline")
class TimelineReaderTest {
    private final Entries entries = new Entries();

    private Timeline read() {
        return TimelineReader.read(entries.list());
    }

    @Test
    void spansALoadFromItsStartToItsEndAndThenTheSlotsThatItHolds() {
        entries.at(5, "a:1", "load_started", "peer", "b:1", "request", "r1", "job", 7)
                .at(30, "a:1", "load_ended", "job", 7, "success", false, "slots_held", true, "reason", "load timeout")
                .at(45, "a:1", "load_slots_released", "job", 7, "proof", "abort_acknowledged");

        assertThat(read().spans())
                .extracting(Span::kind, Span::beginNanos, Span::endNanos, Span::outcome, Span::job)
                .containsExactly(
                        tuple(Kind.LOAD, 5L, 30L, Outcome.FAILED, 7L),
                        tuple(Kind.LOAD_SLOTS_HELD, 30L, 45L, Outcome.OK, 7L));
    }

    @Test
    void endsWhatADeadProcessLeavesAndShowsThatItIsDownUntilItStartsAgain() {
        entries.at(1, "a:1", "load_started", "request", "r1", "job", 7)
                .at(9, "", "process_killed", "peer", "a:1", "incarnation", 1)
                .at(20, "a:1", "engine_started", "incarnation", 2);

        assertThat(read().spans())
                .extracting(Span::kind, Span::beginNanos, Span::endNanos, Span::outcome)
                .containsExactly(tuple(Kind.LOAD, 1L, 9L, Outcome.FAILED), tuple(Kind.DOWN, 9L, 20L, Outcome.OK));
    }

    @Test
    void leavesADeadPeerNoSlots() {
        entries.at(1, "a:1", "slots_reserved", "slots", List.of(1, 2))
                .at(2, "a:1", "slots_pinned", "job", 1, "slots", List.of(1))
                .at(9, "", "process_killed", "peer", "a:1", "incarnation", 1)
                .at(20, "a:1", "engine_started", "incarnation", 2);

        assertThat(read().slots())
                .extracting(SlotUse::peer, SlotUse::nanos, SlotUse::used, SlotUse::pinned)
                .containsExactly(
                        tuple("a:1", 1L, 2, 0),
                        tuple("a:1", 2L, 2, 1),
                        tuple("a:1", 9L, 0, 0),
                        tuple("a:1", 20L, 0, 0));
    }

    @Test
    void marksFaultsInTheWordsOfTheScenario() {
        entries.at(1, "", "fault_struck", "fault", "faults[0]", "what", "restart[peer=a, downNanos=5]")
                .at(2, "", "fault_missed", "fault", "later", "what", "kill[peer=a]", "why", "no process runs");
        FaultWords words = new FaultWords(
                List.of(new RunReport.Fault("faults[0]", "restart", List.of("a"), null, "restart: a, down: 5ns")));

        assertThat(TimelineReader.read(entries.list(), words).marks())
                .extracting(Mark::text)
                .containsExactly("fault struck: restart: a, down: 5ns", "fault missed: kill (later): no process runs");
    }

    @Test
    void leavesOpenWhatTheTraceDoesNotEnd() {
        entries.at(1, "a:1", "session_opened", "peer", "b:1").at(8, "a:1", "prefill_done");

        assertThat(read().spans()).singleElement().satisfies(span -> {
            assertThat(span.outcome()).isEqualTo(Outcome.OPEN);
            assertThat(span.endNanos()).isEqualTo(8);
            assertThat(span.endSequence()).isZero();
        });
    }

    @Test
    void followsAMessageFromItsFrameToItsArrival() {
        entries.at(1, "a:1", "frame_sent", "to", "b:1", "frame", 4, "what", "fetch")
                .at(1, "a:1", "message_sent", "peer", "b:1", "message", Entries.message("fetch", "r1", 2))
                .at(6, "b:1", "frame_delivered", "from", "a:1", "frame", 4);

        assertThat(read().messages())
                .containsExactly(new MessageFlight("a:1", "b:1", "fetch", "r1", 2, 1, 6, 1, 3, ""));
    }

    @Test
    void saysWhyAMessageNeverArrived() {
        entries.at(1, "a:1", "frame_sent", "to", "b:1", "frame", 4, "what", "fetch")
                .at(6, "a:1", "frame_lost", "to", "b:1", "frame", 4, "reason", "the peer is dead");

        assertThat(read().messages()).singleElement().satisfies(message -> {
            assertThat(message.arrivedNanos()).isEqualTo(-1);
            assertThat(message.lost()).isEqualTo("the peer is dead");
        });
    }

    @Test
    void knowsWhichBlocksLandedAfterTheTierForgotTheirTransfer() {
        entries.at(
                        1,
                        "a:1",
                        "write_posted",
                        "to",
                        "b:1",
                        "transfer",
                        3,
                        "local",
                        List.of(0, 1),
                        "remote",
                        List.of(5, 6))
                .at(1, "a:1", "write_started", "peer", "b:1", "request", "r1", "round", 0, "transfer", 3)
                .at(4, "b:1", "blocks_landed", "from", "a:1", "transfer", 3, "slots", List.of(5), "keys", List.of("k"))
                .at(5, "a:1", "transfer_forgotten", "to", "b:1", "transfer", 3, "still_landing", true)
                .at(9, "b:1", "blocks_landed", "from", "a:1", "transfer", 3, "slots", List.of(6), "keys", List.of("l"))
                .at(9, "a:1", "transfer_ended", "to", "b:1", "transfer", 3, "success", true);

        assertThat(read().transfers()).singleElement().satisfies(transfer -> {
            assertThat(transfer.blocks()).isEqualTo(2);
            assertThat(transfer.request()).isEqualTo("r1");
            assertThat(transfer.fate()).isEqualTo(Fate.DONE);
            assertThat(transfer.landedLate()).isTrue();
        });
    }

    @Test
    void countsSlotsInUsePinnedAndHeldBack() {
        entries.at(1, "a:1", "slots_reserved", "slots", List.of(0, 1, 2), "purpose", "computed")
                .at(2, "a:1", "slots_pinned", "job", 1, "slots", List.of(0, 1))
                .at(2, "a:1", "slots_pinned", "job", 2, "slots", List.of(1))
                .at(3, "a:1", "slots_unpinned", "job", 1, "slots", List.of(0, 1))
                .at(4, "a:1", "slots_quarantined", "job", 3, "slots", List.of(2))
                .at(5, "a:1", "slots_freed", "job", 3, "slots", List.of(2));

        assertThat(read().slots())
                .containsExactly(
                        new SlotUse("a:1", 1, 3, 0, 0),
                        new SlotUse("a:1", 2, 3, 2, 0),
                        new SlotUse("a:1", 3, 3, 1, 0),
                        new SlotUse("a:1", 4, 3, 1, 1),
                        new SlotUse("a:1", 5, 2, 1, 1));
    }

    @Test
    void followsWrongBytesFromTheirWriterToTheirReaders() {
        entries.at(
                        1,
                        "b:1",
                        "slots_reserved",
                        "engine_request",
                        "v",
                        "purpose",
                        "computed",
                        "keys",
                        List.of("mine"),
                        "slots",
                        List.of(5))
                .at(2, "b:1", "slots_ready", "keys", List.of("mine"), "slots", List.of(5))
                .at(
                        3,
                        "b:1",
                        "blocks_landed",
                        "from",
                        "a:1",
                        "transfer",
                        3,
                        "slots",
                        List.of(5),
                        "keys",
                        List.of("theirs"))
                .at(4, "b:1", "blocks_read", "engine_request", "reader", "slots", List.of(5), "wrong_slots", List.of(5))
                .at(5, "b:1", "write_posted", "to", "c:1", "transfer", 4, "local", List.of(5), "remote", List.of(0))
                .at(8, "b:1", "slots_evicted", "slots", List.of(5));

        assertThat(read().wrongBytes())
                .containsExactly(new WrongBytes(
                        "b:1", 5, "mine", "theirs", "a:1", 3, 3, 8, 3, List.of("reader", "transfer 4 to c:1")));
    }

    @Test
    void findsNoWrongBytesWhereTheSlotIsComputedAnew() {
        entries.at(1, "b:1", "slots_reserved", "purpose", "promotion", "keys", List.of("theirs"), "slots", List.of(5))
                .at(
                        3,
                        "b:1",
                        "blocks_landed",
                        "from",
                        "a:1",
                        "transfer",
                        3,
                        "slots",
                        List.of(5),
                        "keys",
                        List.of("theirs"))
                .at(4, "b:1", "slots_ready", "keys", List.of("theirs"), "slots", List.of(5))
                .at(5, "b:1", "slots_reserved", "purpose", "computed", "keys", List.of("mine"), "slots", List.of(5))
                .at(6, "b:1", "slots_ready", "keys", List.of("mine"), "slots", List.of(5));

        assertThat(read().wrongBytes()).isEmpty();
    }

    @Test
    void marksFaultsDeadlinesAndDeaths() {
        entries.at(1, "", "fault_struck", "fault", "f", "what", "kill")
                .at(1, "", "process_killed", "peer", "a:1", "incarnation", 1)
                .at(7, "b:1", "load_timed_out", "peer", "a:1", "request", "r1")
                .at(8, "b:1", "session_died", "peer", "a:1", "reason", "silence");

        assertThat(read().marks())
                .extracting(Mark::kind, Mark::peer)
                .containsExactly(
                        tuple(Mark.Kind.FAULT, ""),
                        tuple(Mark.Kind.FAULT, "a:1"),
                        tuple(Mark.Kind.DEADLINE, "b:1"),
                        tuple(Mark.Kind.DEATH, "b:1"));
    }
}
