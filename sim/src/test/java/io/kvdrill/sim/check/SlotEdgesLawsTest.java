package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.C;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.ProbeResolved;
import io.kvdrill.core.trace.ServerEvent.AbortAcknowledged;
import io.kvdrill.core.trace.ServerEvent.DemandReceived;
import io.kvdrill.core.trace.ServerEvent.HitsPinned;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.ServerEvent.LookupDropped;
import io.kvdrill.core.trace.ServerEvent.LookupEnqueued;
import io.kvdrill.core.trace.ServerEvent.WriteEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.ServerEvent.WritesCancelled;
import io.kvdrill.core.trace.SessionEvent.MessageQueued;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent.JobOpened;
import io.kvdrill.sim.engine.EngineEvent.Purpose;
import io.kvdrill.sim.engine.EngineEvent.QuarantineLifted;
import io.kvdrill.sim.engine.EngineEvent.SlotsEvicted;
import io.kvdrill.sim.engine.EngineEvent.SlotsFreed;
import io.kvdrill.sim.engine.EngineEvent.SlotsPinned;
import io.kvdrill.sim.engine.EngineEvent.SlotsQuarantined;
import io.kvdrill.sim.engine.EngineEvent.SlotsReady;
import io.kvdrill.sim.engine.EngineEvent.SlotsReserved;
import io.kvdrill.sim.engine.EngineEvent.SlotsUnpinned;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.run.Violation;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** I2, I15 and the rounds at their edges: whatever ends a write, what a session or a fetch takes with it, and how long is too long. */
class SlotEdgesLawsTest {
    private static final SlotList SOURCE = SlotList.of(5, 6);
    private static final SlotList TARGET = SlotList.of(1, 2);
    private static final List<BlockKey> KEYS = List.of(key("k1"), key("k2"));
    private static final long SECOND = 1_000_000_000L;

    private static final FabricEvent.WritePosted POSTED = new FabricEvent.WritePosted(B, 9, 1, SOURCE, TARGET, KEYS);
    private static final SlotsFreed FREED = new SlotsFreed(1, TARGET, "load failed");
    private static final SessionClosed CLOSED = new SessionClosed(B, 1, "connection lost", 0, 0, 0);

    private static Script loading() {
        return Script.of(new SlotsChecker())
                .emit(A, new SlotsPinned(4, KEYS, SOURCE))
                .emit(B, new SlotsReserved("r1", Purpose.PROMOTION, KEYS, TARGET))
                .emit(B, new JobOpened(1, Direction.LOAD, "r1", KEYS, TARGET))
                .emit(B, new LoadStarted(A, "r1", 1, 0, LoadMode.PD, KEYS, TARGET));
    }

    private static WriteStarted write(long transfer, long round) {
        return new WriteStarted(B, "r1", round, transfer, List.of(4L), KEYS, SOURCE, TARGET, 1);
    }

    // ---- whatever ends a write -------------------------------------------------------------------------------------

    static Stream<TraceEvent> ends() {
        return Stream.of(
                new FabricEvent.TransferLanded(B, 9, 2),
                new FabricEvent.TransferStopped(B, 9, 0, "fenced"),
                new FabricEvent.TransferEnded(B, 9, true, ""),
                new FabricEvent.TransferForgotten(B, 9, false));
    }

    @ParameterizedTest
    @MethodSource("ends")
    void aWriteThatHasEndedEndangersNothing(TraceEvent end) {
        AbortAcknowledged told = new AbortAcknowledged(B, "r1", 0, false, 5);
        Script slots = loading().emit(A, POSTED).emit(A, end);
        slots.emit(B, FREED).emit(A, new SlotsUnpinned(4, SOURCE));
        assertThat(slots.end()).isEmpty();
        Script rounds =
                Script.of(new RoundQuiescenceChecker()).emit(A, write(9, 0)).emit(A, end);
        assertThat(rounds.emit(A, told).violations()).isEmpty();
    }

    @Test
    void aWriteThatIsForgottenAndMayStillLandEndangersItsSlots() {
        FabricEvent.TransferForgotten forgotten = new FabricEvent.TransferForgotten(B, 9, true);
        assertThat(loading().emit(A, POSTED).emit(A, forgotten).emit(B, FREED).violations())
                .hasSize(1);
        Script rounds =
                Script.of(new RoundQuiescenceChecker()).emit(A, write(9, 0)).emit(A, forgotten);
        assertThat(rounds.emit(A, new AbortAcknowledged(B, "r1", 0, false, 5)).violations())
                .hasSize(1);
    }

    @Test
    void theWritesOfARoundThatMayStillLandAreNamedAndCounted() {
        Script script = Script.of(new RoundQuiescenceChecker()).emit(A, write(9, 0));
        long first = script.lastSequence();
        script.emit(A, write(10, 0)).emit(A, write(11, 1));
        assertThat(script.emit(A, new AbortAcknowledged(B, "r1", 0, false, 5)).violations())
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.what())
                            .isEqualTo("abort_ack of round 0 of request r1 leaves while 2 writes of it may still land");
                    assertThat(violation.about()).contains(first, first + 1);
                });
    }

    @Test
    void oneOfTwoWritesThatReadASlotLeavesItInDanger() {
        FabricEvent.WritePosted other = new FabricEvent.WritePosted(C, 10, 1, SOURCE, TARGET, KEYS);
        Script script = loading().emit(A, POSTED).emit(A, other).emit(A, new FabricEvent.TransferLanded(B, 9, 2));
        assertThat(script.emit(A, new SlotsUnpinned(4, SOURCE)).violations()).hasSize(1);
    }

    @Test
    void aSlotThatIsEvictedOrReusedWhileAWriteReadsItBreaksI2() {
        assertThat(loading()
                        .emit(A, POSTED)
                        .emit(A, new SlotsEvicted(KEYS, SOURCE))
                        .violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("was evicted while transfer 9"));
        SlotsReserved again = new SlotsReserved("r2", Purpose.COMPUTED, KEYS, SOURCE);
        assertThat(loading().emit(A, POSTED).emit(A, again).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(5));
    }

    @Test
    void aWriteToSlotsThatWaitForAnotherPeerBreaksI2() {
        Script script = Script.of(new SlotsChecker())
                .emit(A, new SlotsPinned(4, KEYS, SOURCE))
                .emit(B, new SlotsReserved("r1", Purpose.PROMOTION, KEYS, TARGET))
                .emit(B, new JobOpened(1, Direction.LOAD, "r1", KEYS, TARGET))
                .emit(B, new LoadStarted(C, "r1", 1, 0, LoadMode.PD, KEYS, TARGET));
        assertThat(script.emit(A, POSTED).violations()).hasSize(1);
    }

    @Test
    void theStoreOfASlotIsNoLoadOfIt() {
        Script script = Script.of(new SlotsChecker())
                .emit(A, new SlotsPinned(4, KEYS, SOURCE))
                .emit(B, new SlotsReserved("r1", Purpose.COMPUTED, KEYS, TARGET))
                .emit(B, new SlotsReady(KEYS, TARGET))
                .emit(B, new JobOpened(1, Direction.STORE, "r1", KEYS, TARGET))
                .emit(B, new SlotsQuarantined(1, Direction.STORE, TARGET));
        assertThat(script.emit(A, POSTED).violations()).hasSize(1);
    }

    @Test
    void theNextLifeOfAPeerKnowsNothingOfTheSlotsOfTheLast() {
        Script script = loading().emit(A, POSTED).kill(B).start(B);
        script.emit(A, new FabricEvent.TransferLanded(B, 9, 2));
        script.emit(B, new SlotsReserved("r2", Purpose.PROMOTION, KEYS, TARGET))
                .emit(B, new JobOpened(2, Direction.LOAD, "r2", KEYS, TARGET))
                .emit(B, new LoadStarted(A, "r2", 2, 0, LoadMode.PD, KEYS, TARGET))
                .emit(A, new FabricEvent.WritePosted(B, 10, 2, SOURCE, TARGET, KEYS));
        assertThat(script.violations()).isEmpty();
        assertThat(script.emit(B, new SlotsFreed(2, TARGET, "load failed")).violations())
                .hasSize(1);
    }

    // ---- how long is too long --------------------------------------------------------------------------------------

    private static List<Violation> pinnedFor(long nanos) {
        Script script = Script.of(new PinsChecker(Long.MAX_VALUE)).emit(A, new SlotsPinned(7, KEYS, SOURCE));
        script.run().nowNanos = nanos;
        return script.emit(A, new SlotsUnpinned(7, SOURCE)).violations();
    }

    @Test
    void aPinMayLastAsLongAsParkingAndStoringAndFiveSecondsAndNoLonger() {
        assertThat(pinnedFor(95 * SECOND)).isEmpty();
        assertThat(pinnedFor(95 * SECOND + 1))
                .singleElement()
                .satisfies(violation -> assertThat(violation.what())
                        .isEqualTo("2 slots of " + A
                                + " were pinned for store 7 for 95 s; parking and storing allow 95 s"));
    }

    @Test
    void aPinThatLastsTooLongIsFoundAtTheEndToo() {
        Script script = Script.of(new PinsChecker(Long.MAX_VALUE)).emit(A, new SlotsPinned(7, KEYS, SOURCE));
        assertThat(script.at(96).end())
                .anyMatch(violation -> violation.what().contains("have been pinned for store 7"));
    }

    private static List<Violation> spent(long budget) {
        return Script.of(new PinsChecker(budget))
                .emit(A, new SlotsPinned(7, KEYS, SOURCE))
                .at(10)
                .emit(A, new SlotsUnpinned(7, SOURCE))
                .end();
    }

    @Test
    void aBudgetMayBeSpentToTheLastNanosecond() {
        assertThat(spent(20 * SECOND)).isEmpty();
        assertThat(spent(20 * SECOND - 1)).hasSize(1);
    }

    @Test
    void aQuarantineCountsUntilItIsLifted() {
        Script script = Script.of(new PinsChecker(Long.MAX_VALUE))
                .emit(A, new SlotsQuarantined(7, Direction.LOAD, SOURCE))
                .at(10)
                .emit(A, new QuarantineLifted(7, Direction.LOAD, SOURCE, 10 * SECOND))
                .emit(A, new QuarantineLifted(8, Direction.LOAD, SOURCE, 10 * SECOND))
                .at(20);
        assertThat(script.end()).isEmpty();
        assertThat(script.laws().slotTimes().get(0)).isEqualTo(new SlotTime(A, 0, 20 * SECOND, 0, 2));
    }

    // ---- what a session, a fetch or a step takes with it -----------------------------------------------------------

    @Test
    void aRoundThatGoesOnIsReportedOnce() {
        Script script = Script.of(new RoundsChecker())
                .emit(A, new DemandReceived(B, "r1", 0, 2, 2))
                .emit(A, write(9, 0))
                .emit(A, new WriteEnded(B, "r1", 0, 9, true, 5));
        assertThat(script.step(A).step(A).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what())
                        .isEqualTo("all 2 blocks of round 0 of request r1 are written, and the round goes on"));
    }

    @Test
    void theNextLifeOfAPeerOwesNothingOfTheRoundsAndLookupsOfTheLast() {
        assertThat(Script.of(new RoundsChecker(), new LookupAnswersChecker())
                        .emit(A, new DemandReceived(B, "r1", 0, 2, 0))
                        .emit(A, new LookupEnqueued(B, "r1", 1, 0, 1))
                        .kill(A)
                        .start(A)
                        .end())
                .isEmpty();
    }

    @Test
    void theEndOfASessionEndsTheLookupsOfItsPeer() {
        Script script = Script.of(new LookupAnswersChecker())
                .emit(A, new LookupEnqueued(B, "r1", 1, 0, 1))
                .emit(A, new LookupEnqueued(C, "r1", 1, 0, 1))
                .emit(A, CLOSED);
        assertThat(script.end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).startsWith("lookup 1 of request r1"));
    }

    private static MessageSent asked(long round) {
        return new MessageSent(B, new Message.Lookup("r1", List.of(key("k")), round));
    }

    private static Script confirmed(ProbesChecker checker) {
        return Script.of(checker).emit(A, asked(0)).emit(A, new ProbeResolved(B, "r1", key("k"), true, 0));
    }

    private static final LoadStarted LOAD =
            new LoadStarted(B, "r1", 1, 0, LoadMode.SYMMETRIC, List.of(key("k")), SlotList.of(1));

    @Test
    void noAnswerIsUsedForTwoFetches() {
        Script script = confirmed(new ProbesChecker()).emit(A, LOAD);
        assertThat(script.violations()).isEmpty();
        assertThat(script.emit(A, LOAD).violations()).hasSize(1);
    }

    @Test
    void noAnswerOutlivesATerminalFetchOrItsSession() {
        Message terminal = new Message.Fetch("r1", List.of(), SlotList.empty(), 0);
        Message more = new Message.Fetch("r1", List.of(key("z")), SlotList.of(1), 0);
        for (TraceEvent end : List.of(new MessageSent(B, terminal), new MessageQueued(B, terminal), CLOSED)) {
            assertThat(confirmed(new ProbesChecker()).emit(A, end).emit(A, LOAD).violations())
                    .hasSize(1);
        }
        assertThat(confirmed(new ProbesChecker())
                        .emit(A, new MessageSent(B, more))
                        .emit(A, LOAD)
                        .violations())
                .isEmpty();
    }

    @Test
    void whatWasAskedIsForgottenWithItsLastAnswer() {
        ProbesChecker checker = new ProbesChecker();
        Script script = Script.of(checker).emit(A, new ProbeResolved(B, "r1", key("k"), true, 0));
        assertThat(checker.kept(checker.board().sites().get(0))).isEqualTo(1);
        script.emit(A, LOAD);
        assertThat(checker.kept(checker.board().sites().get(0))).isZero();
    }

    @Test
    void theEndOfASessionEndsThePinsOfItsLookups() {
        HitsPinned pinned = new HitsPinned(B, "r1", 1, 4, 0, List.of(key("k1")), SlotList.of(5));
        MessageSent hit = new MessageSent(B, new Message.LookupResponse("r1", List.of(key("k1")), List.of(true), 0L));
        for (TraceEvent end : List.of(CLOSED, new LookupDropped(B, "r1", 1, "over"))) {
            Script script = Script.of(new PinnedHitsChecker()).emit(A, pinned).emit(A, end);
            script.emit(A, new LookupAnswered(B, "r1", 1, 0, 1, 0, 5));
            assertThat(script.emit(A, hit).violations()).hasSize(1);
        }
    }

    @Test
    void theIdOfACancelledWriteMayBeUsedAgainAndAnyOtherMayNot() {
        Script script = Script.of(new RegistrationsChecker()).emit(A, write(9, 0));
        script.emit(A, new WritesCancelled(B, "r1", 0, List.of(9L), "over")).emit(A, write(9, 0));
        assertThat(script.violations()).isEmpty();
        assertThat(script.emit(A, write(9, 0)).violations()).hasSize(1);
        Script restarted = Script.of(new RegistrationsChecker())
                .emit(A, write(9, 0))
                .kill(A)
                .start(A);
        assertThat(restarted.emit(A, write(9, 0)).violations()).isEmpty();
    }
}
