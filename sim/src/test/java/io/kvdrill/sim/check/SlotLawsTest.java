package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ServerEvent.AbortAcknowledged;
import io.kvdrill.core.trace.ServerEvent.HitsPinned;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.StoreEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.MessageQueued;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.sim.engine.EngineEvent.JobOpened;
import io.kvdrill.sim.engine.EngineEvent.Purpose;
import io.kvdrill.sim.engine.EngineEvent.QuarantineLifted;
import io.kvdrill.sim.engine.EngineEvent.SlotsFreed;
import io.kvdrill.sim.engine.EngineEvent.SlotsPinned;
import io.kvdrill.sim.engine.EngineEvent.SlotsQuarantined;
import io.kvdrill.sim.engine.EngineEvent.SlotsReady;
import io.kvdrill.sim.engine.EngineEvent.SlotsReserved;
import io.kvdrill.sim.engine.EngineEvent.SlotsUnpinned;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.run.Violation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** I2: A writes from its slots 5 and 6 into slots 1 and 2 of B. */
class SlotLawsTest {
    private static final SlotList SOURCE = SlotList.of(5, 6);
    private static final SlotList TARGET = SlotList.of(1, 2);
    private static final List<BlockKey> KEYS = List.of(key("k1"), key("k2"));

    private static final SlotsReserved AGAIN =
            new SlotsReserved("r2", Purpose.COMPUTED, List.of(key("x")), SlotList.of(1));
    private static final SlotsFreed FREED = new SlotsFreed(1, TARGET, "load failed");
    private static final FabricEvent.WritePosted POSTED = new FabricEvent.WritePosted(B, 9, 1, SOURCE, TARGET, KEYS);
    private static final FabricEvent.TransferLanded LANDED = new FabricEvent.TransferLanded(B, 9, 2);

    /** B waits for a load from A, whose source slots are pinned. */
    private static Script loading() {
        return Script.of(new SlotsChecker())
                .emit(A, new SlotsPinned(4, KEYS, SOURCE))
                .emit(B, new SlotsReserved("r1", Purpose.PROMOTION, KEYS, TARGET))
                .emit(B, new JobOpened(1, Direction.LOAD, "r1", KEYS, TARGET))
                .emit(B, new LoadStarted(A, "r1", 1, 0, LoadMode.PD, KEYS, TARGET));
    }

    private static FabricEvent.BlocksLanded blocks() {
        return new FabricEvent.BlocksLanded(A, 9, TARGET, KEYS);
    }

    private static void assertStatement(List<Violation> violations, int statement) {
        assertThat(violations).singleElement().satisfies(violation -> {
            assertThat(violation.law()).isEqualTo("I2");
            assertThat(violation.statement()).isEqualTo(statement);
            assertThat(violation.peers()).containsExactlyInAnyOrder(A, B);
        });
    }

    // ---- destination slots ---------------------------------------------------------------------------------------

    @Test
    void aWriteThatLandsBeforeItsSlotsBecomeHitsIsInOrder() {
        Script script = loading()
                .emit(A, POSTED)
                .emit(B, blocks())
                .emit(A, LANDED)
                .emit(B, new SlotsReady(KEYS, TARGET))
                .emit(A, new SlotsUnpinned(4, SOURCE));
        assertThat(script.end()).isEmpty();
        assertThat(script.report(Law.I2).atStake()).isPositive();
    }

    @Test
    void aSlotThatIsReleasedWhileAWriteMayLandBreaksI2() {
        assertStatement(loading().emit(A, POSTED).emit(B, FREED).end(), 4);
        assertThat(loading().emit(A, POSTED).emit(A, LANDED).emit(B, FREED).end())
                .isEmpty();
        assertThat(loading()
                        .emit(A, POSTED)
                        .emit(A, new FabricEvent.TransferStopped(B, 9, 0, "fenced"))
                        .emit(B, FREED)
                        .emit(B, AGAIN)
                        .end())
                .isEmpty();
    }

    @Test
    void aWriteThatAnImpostorAskedForInTheTargetsNameIsNotTheTiersDoing() {
        Script script = loading().receive(A, B, new Message.Fetch("r1", KEYS, TARGET, 1), Long.MAX_VALUE);
        script.emit(B, FREED).emit(B, AGAIN).emit(A, POSTED).emit(B, blocks());
        assertThat(script.end()).isEmpty();
        Script another = loading().receive(A, B, new Message.Fetch("r7", KEYS, TARGET, 1), Long.MAX_VALUE);
        another.emit(A, POSTED)
                .emit(A, new WriteStarted(B, "r1", 0, 9, List.of(4L), KEYS, SOURCE, TARGET, 1))
                .emit(B, FREED);
        assertStatement(another.violations(), 4);
    }

    @Test
    void aWriteThatIsPostedToAReusedSlotBreaksI2() {
        assertStatement(loading().emit(B, FREED).emit(B, AGAIN).emit(A, POSTED).violations(), 4);
    }

    @Test
    void aWriteThatLandsInAReusedSlotBreaksI2Again() {
        Script script = loading().emit(A, POSTED).emit(B, FREED).emit(B, AGAIN).emit(B, blocks());
        assertThat(script.violations())
                .hasSize(3)
                .allSatisfy(violation -> assertThat(violation.statement()).isEqualTo(4));
    }

    @Test
    void quarantinedSlotsMayBeWritten() {
        Script script = loading()
                .emit(A, POSTED)
                .emit(B, new SlotsQuarantined(1, Direction.LOAD, TARGET))
                .emit(B, blocks());
        assertThat(script.violations()).isEmpty();
        assertThat(script.emit(A, LANDED)
                        .emit(B, new QuarantineLifted(1, Direction.LOAD, TARGET, 5))
                        .emit(B, AGAIN)
                        .end())
                .isEmpty();
    }

    @Test
    void aQuarantineThatEndsBeforeTheWriteBreaksI2() {
        assertStatement(
                loading()
                        .emit(A, POSTED)
                        .emit(B, new SlotsQuarantined(1, Direction.LOAD, TARGET))
                        .emit(B, new QuarantineLifted(1, Direction.LOAD, TARGET, 5))
                        .end(),
                4);
    }

    @Test
    void aHitThatAWriteMayStillChangeBreaksI2() {
        assertStatement(
                loading().emit(A, POSTED).emit(B, new SlotsReady(KEYS, TARGET)).violations(), 4);
    }

    @Test
    void aWriteByARegistrationThatWasFencedOffEndangersNothing() {
        Script script = loading()
                .emit(A, new RegistrationStarted(B, 1, 256, 4096))
                .emit(B, new FabricEvent.FenceBegan(A, 3, A + "#1"))
                .emit(B, new FabricEvent.FenceEnded(A, 3, A + "#1", true, true))
                .emit(B, FREED)
                .emit(B, AGAIN)
                .emit(A, POSTED);
        assertThat(script.violations()).isEmpty();
    }

    /** Its own end may learn that later than the target, in another process. */
    @Test
    void aWriteThatIsFencedOffEndangersNothingAnyMore() {
        assertThat(fencedOff().violations()).isEmpty();
        assertThat(fencedOff().emit(A, LANDED).end()).isEmpty();
    }

    @Test
    void aWriteThatLandsAlthoughItWasFencedOffBreaksI2() {
        assertStatement(fencedOff().emit(B, blocks()).violations(), 4);
    }

    @Test
    void aFenceShutsOutNothingThatIsPostedAfterItBegan() {
        assertStatement(
                loading()
                        .emit(B, new FabricEvent.FenceBegan(A, 3, A + "#1"))
                        .emit(A, POSTED)
                        .emit(B, new FabricEvent.FenceEnded(A, 3, A + "#1", true, true))
                        .emit(B, FREED)
                        .violations(),
                4);
    }

    private static Script fencedOff() {
        return loading()
                .emit(A, POSTED)
                .emit(B, new SlotsQuarantined(1, Direction.LOAD, TARGET))
                .emit(B, new FabricEvent.FenceBegan(A, 3, A + "#1"))
                .emit(B, new FabricEvent.FenceEnded(A, 3, A + "#1", true, true))
                .emit(B, new QuarantineLifted(1, Direction.LOAD, TARGET, 5))
                .emit(B, AGAIN);
    }

    @Test
    void aWriteIntoAnEarlierLifeEndangersNothing() {
        Script script = loading()
                .emit(A, new FabricEvent.RegistrationBegan(B, 1, B + "#1", 1_000))
                .kill(B)
                .start(B)
                .emit(B, AGAIN)
                .emit(A, POSTED);
        assertThat(script.violations()).isEmpty();
    }

    // ---- source slots --------------------------------------------------------------------------------------------

    @Test
    void aSlotThatIsUnpinnedWhileAWriteReadsItBreaksI2() {
        assertStatement(
                loading().emit(A, POSTED).emit(A, new SlotsUnpinned(4, SOURCE)).end(), 5);
        assertThat(loading()
                        .emit(A, POSTED)
                        .emit(A, LANDED)
                        .emit(A, new SlotsUnpinned(4, SOURCE))
                        .end())
                .isEmpty();
    }

    @Test
    void aWriteFromSlotsThatNothingPinsBreaksI2() {
        assertStatement(
                loading().emit(A, new SlotsUnpinned(4, SOURCE)).emit(A, POSTED).end(), 6);
    }

    // ---- what peers are told -------------------------------------------------------------------------------------

    private static Script writing() {
        return Script.of(new RoundQuiescenceChecker())
                .emit(A, POSTED)
                .emit(A, new WriteStarted(B, "r1", 0, 9, List.of(4L), KEYS, SOURCE, TARGET, 1));
    }

    @Test
    void anAcknowledgementWhileAWriteMayLandBreaksI2() {
        AbortAcknowledged acknowledged = new AbortAcknowledged(B, "r1", 0, true, 5);
        assertStatement(writing().emit(A, acknowledged).violations(), 12);
        assertThat(writing().emit(A, LANDED).emit(A, acknowledged).violations()).isEmpty();
    }

    @Test
    void anEndOfARoundThatIsToldWhileAWriteMayLandBreaksI2() {
        MessageSent told = new MessageSent(B, new Message.TransferDone("r1", false, 0));
        MessageQueued queued = new MessageQueued(B, new Message.TransferDone("r1", false, 0));
        RoundEnded untold = new RoundEnded(B, "r1", 0, false, true, "write failed");
        assertStatement(writing().emit(A, told).violations(), 12);
        assertStatement(writing().emit(A, queued).violations(), 12);
        assertThat(writing().emit(A, untold).violations())
                .as("the peer does not know yet")
                .isEmpty();
        assertThat(writing()
                        .emit(A, new SessionClosed(B, 1, "connection lost", 0, 0, 1))
                        .emit(A, told)
                        .violations())
                .as("the round of a later session")
                .isEmpty();
    }

    // ---- hits are pinned -----------------------------------------------------------------------------------------

    private static MessageSent hit() {
        return new MessageSent(B, new Message.LookupResponse("r1", List.of(key("k1")), List.of(true), 0L));
    }

    @Test
    void aHitThatIsNotPinnedBreaksI2() {
        HitsPinned pinned = new HitsPinned(B, "r1", 1, 4, 0, List.of(key("k1")), SlotList.of(5));
        LookupAnswered answered = new LookupAnswered(B, "r1", 1, 0, 1, 0, 5);
        StoreEnded expired = new StoreEnded(B, "r1", 4, false, false, "store timeout", 30);
        assertThat(Script.of(new PinnedHitsChecker())
                        .emit(A, pinned)
                        .emit(A, answered)
                        .emit(A, hit())
                        .violations())
                .isEmpty();
        assertStatement(
                Script.of(new PinnedHitsChecker())
                        .emit(A, answered)
                        .emit(A, hit())
                        .violations(),
                16);
        assertStatement(
                Script.of(new PinnedHitsChecker())
                        .emit(A, pinned)
                        .emit(A, expired)
                        .emit(A, answered)
                        .emit(A, hit())
                        .violations(),
                16);
    }
}
