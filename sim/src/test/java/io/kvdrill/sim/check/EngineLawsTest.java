package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.LoadTimedOut;
import io.kvdrill.core.trace.ClientEvent.ProbeResolved;
import io.kvdrill.core.trace.ManagerEvent.JobReported;
import io.kvdrill.core.trace.ManagerEvent.JobSubmitted;
import io.kvdrill.core.trace.ManagerEvent.ParkedStoresReaped;
import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import io.kvdrill.core.trace.ManagerEvent.ReapedIdRefused;
import io.kvdrill.core.trace.ManagerEvent.TransferParamsRefused;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.ProtocolViolated;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.sim.engine.EngineEvent.BlocksRead;
import io.kvdrill.sim.engine.EngineEvent.EngineCrashed;
import io.kvdrill.sim.engine.EngineEvent.Purpose;
import io.kvdrill.sim.engine.EngineEvent.ShutdownBegan;
import io.kvdrill.sim.engine.EngineEvent.SlotsReady;
import io.kvdrill.sim.engine.EngineEvent.SlotsReserved;
import io.kvdrill.sim.fabric.FabricEvent.BlocksLanded;
import io.kvdrill.sim.fabric.FabricEvent.WritePosted;
import io.kvdrill.sim.kernel.HostEvent.HostBlocked;
import io.kvdrill.sim.kernel.HostEvent.HostStalled;
import io.kvdrill.sim.network.NetworkEvent.FrameDelivered;
import io.kvdrill.sim.network.NetworkEvent.FrameSent;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Moment;
import java.util.List;
import org.junit.jupiter.api.Test;

/** I10 to I13: what an engine must not suffer, and what it must be able to say afterwards. */
class EngineLawsTest {
    private static final SlotList SLOTS = SlotList.of(1, 2);
    private static final BlockKey K1 = key("k1");
    private static final BlockKey K2 = key("k2");
    private static final BlockKey X = key("x");

    // ---- I10 -----------------------------------------------------------------------------------------------------

    @Test
    void aThreadThatATransportKeepsBusyBreaksI10() {
        Script script = Script.of(new ThreadChecker());
        assertThat(script.emit(A, new HostStalled("registration of " + B, 1_000_000))
                        .violations())
                .hasSize(1);
        assertThat(script.emit(A, new HostBlocked("control send to " + B)).violations())
                .hasSize(2)
                .last()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(44));
    }

    @Test
    void aThreadThatAFaultKeepsBusyDoesNot() {
        Script script = Script.of(
                        Profile.of(Preset.HARDENED),
                        Script.world().fault(Moment.at(0), new Fault.StallStep("a", 5)),
                        new ThreadChecker())
                .strike(0);
        script.emit(A, new HostStalled("a fault", 5), script.lastSequence());
        assertThat(script.violations()).isEmpty();
    }

    @Test
    void aThreadThatWaitsAtItsEndForARegistrationThatAFaultKeepsFromEndingDoesNotBreakI10() {
        Fault never = new Fault.Registrations("a", null, Fault.RegistrationFate.NEVER, 0);
        HostBlocked closing = new HostBlocked("closing the data transport: a registration does not end");
        Script script = Script.of(
                        Profile.of(Preset.HARDENED), Script.world().fault(Moment.at(0), never), new ThreadChecker())
                .emit(A, new ShutdownBegan(0))
                .emit(A, closing);
        assertThat(script.violations()).hasSize(1);
        script.strike(0).emit(A, closing);
        assertThat(script.violations()).hasSize(1);
    }

    // ---- I11 -----------------------------------------------------------------------------------------------------

    private static Script loading() {
        return Script.of(new ContentChecker())
                .emit(A, new SlotsReserved("r1", Purpose.PROMOTION, List.of(K1, K2), SLOTS));
    }

    private static BlocksLanded landed(BlockKey... keys) {
        return new BlocksLanded(B, 9, SLOTS, List.of(keys));
    }

    @Test
    void aLoadThatBringsTheRightBlocksIsInOrder() {
        Script script = loading()
                .emit(A, landed(K1, K2))
                .emit(A, new SlotsReady(List.of(K1, K2), SLOTS))
                .emit(A, new BlocksRead("r1", SLOTS, List.of(K1, K2), SlotList.empty(), List.of()));
        assertThat(script.end()).isEmpty();
        assertThat(script.report(Law.I11).atStake()).isEqualTo(2);
    }

    @Test
    void aLoadThatSucceedsWithOtherBlocksOrWithoutThemBreaksI11() {
        SlotsReady ready = new SlotsReady(List.of(K1, K2), SLOTS);
        assertThat(loading().emit(A, landed(K1, X)).emit(A, ready).end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(7));
        assertThat(loading().emit(A, ready).end()).hasSize(1);
    }

    @Test
    void aWriteOverAHitBreaksI11OnceAsOftenAsItLands() {
        Script script = Script.of(new ContentChecker())
                .emit(A, new SlotsReserved("r1", Purpose.COMPUTED, List.of(K1, K2), SLOTS))
                .emit(A, new SlotsReady(List.of(K1, K2), SLOTS))
                .emit(A, landed(K1, K2));
        assertThat(script.violations()).as("the same content").isEmpty();
        script.emit(A, landed(X, K2)).emit(A, landed(X, X));
        assertThat(script.violations()).hasSize(1);
    }

    @Test
    void aRequestThatReadsSomethingElseBreaksI11() {
        BlocksRead read = new BlocksRead("r1", SLOTS, List.of(K1, K2), SlotList.of(2), List.of("block x"));
        assertThat(Script.of(new ContentChecker()).emit(A, read).end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("slot 2", "block x"));
    }

    @Test
    void aWriteFromSlotsThatHoldSomethingElseBreaksI11() {
        WriteStarted started = new WriteStarted(B, "r1", 0, 9, List.of(1L), List.of(K1, K2), SLOTS, SLOTS, 1);
        WritePosted right = new WritePosted(B, 9, 1, SLOTS, SLOTS, List.of(K1, K2));
        WritePosted wrong = new WritePosted(B, 9, 1, SLOTS, SLOTS, List.of(K1, X));
        assertThat(Script.of(new ContentChecker())
                        .emit(A, right)
                        .emit(A, started)
                        .end())
                .isEmpty();
        assertThat(Script.of(new ContentChecker())
                        .emit(A, wrong)
                        .emit(A, started)
                        .end())
                .hasSize(1);
        assertThat(Script.of(new ContentChecker())
                        .emit(A, started)
                        .emit(A, wrong)
                        .end())
                .hasSize(1);
    }

    private static LoadStarted load(long round) {
        return new LoadStarted(B, "r1", round, round, LoadMode.SYMMETRIC, List.of(K1), SlotList.of(1));
    }

    @Test
    void aFetchOfABlockThatNoAnswerConfirmedBreaksI11() {
        ProbeResolved hit = new ProbeResolved(B, "r1", K1, true, 0);
        assertThat(Script.of(new ProbesChecker()).emit(A, hit).emit(A, load(0)).end())
                .isEmpty();
        assertThat(Script.of(new ProbesChecker()).emit(A, load(0)).end()).hasSize(1);
        assertThat(Script.of(new ProbesChecker())
                        .emit(A, hit)
                        .emit(A, load(0))
                        .emit(A, load(1))
                        .end())
                .as("an answer serves one fetch")
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(18));
    }

    @Test
    void aHitThatAnswersAnEarlierRoundBreaksI11() {
        Message.LookupResponse response = new Message.LookupResponse("r1", List.of(K1), List.of(true), null);
        Script script = Script.of(new ProbesChecker())
                .emit(A, new MessageSent(B, new Message.Lookup("r1", List.of(K1), 0)))
                .emit(A, new MessageSent(B, new Message.Lookup("r1", List.of(K1), 1)))
                .emit(A, new MessageReceived(B, response))
                .emit(A, new ProbeResolved(B, "r1", K1, true, 1));
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(17));
        script.emit(A, new MessageReceived(B, response)).emit(A, new ProbeResolved(B, "r1", K1, true, 1));
        assertThat(script.violations()).hasSize(1);
    }

    @Test
    void anAnswerIsOfTheRoundThatItsFrameCarries() {
        Message.LookupResponse response = new Message.LookupResponse("r1", List.of(K1), List.of(true), null);
        String what = Message.Type.LOOKUP_RESPONSE.wireName();
        Script script = Script.of(new ProbesChecker())
                .emit(B, new LookupAnswered(A, "r1", 1, 0, 1, 0, 5))
                .emit(B, new LookupAnswered(A, "r1", 2, 1, 1, 0, 5));
        long first = script.emit(B, new FrameSent(A, 7, what, 90)).lastSequence();
        long second = script.emit(B, new FrameSent(A, 8, what, 90)).lastSequence();
        script.emit(A, new FrameDelivered(B, 8), second)
                .emit(A, new MessageReceived(B, response))
                .emit(A, new ProbeResolved(B, "r1", K1, true, 1));
        assertThat(script.violations()).isEmpty();
        script.emit(A, new FrameDelivered(B, 7), first)
                .emit(A, new MessageReceived(B, response))
                .emit(A, new ProbeResolved(B, "r1", K1, true, 1));
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(17));
    }

    // ---- I12 -----------------------------------------------------------------------------------------------------

    @Test
    void aCrashBreaksI12UnlessTheEnginesOwnClientAskedForIt() {
        EngineCrashed crash = new EngineCrashed(1, "the tier threw INTERNAL: no colon");
        assertThat(Script.of(new CrashChecker())
                        .emit(A, new ProtocolViolated(B, "garbage"))
                        .emit(A, crash)
                        .end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(32));
        assertThat(Script.of(new CrashChecker())
                        .emit(A, new TransferParamsRefused("r1", "not a map"))
                        .emit(A, crash)
                        .end())
                .isEmpty();
    }

    // ---- I13 -----------------------------------------------------------------------------------------------------

    private static JobSubmitted submitted(Direction direction) {
        return new JobSubmitted(1, direction, "r1", List.of(K1), SlotList.of(1));
    }

    private static JobReported failed(Direction direction) {
        return new JobReported(1, direction, false, false);
    }

    private static LoadEnded ended(String reason) {
        return new LoadEnded(B, "r1", 1, 0, LoadMode.PD, false, false, reason, 5);
    }

    @Test
    void aFailureThatNothingExplainsBreaksI13() {
        Script loads = Script.of(new AttributionChecker()).emit(A, submitted(Direction.LOAD));
        assertThat(loads.emit(A, failed(Direction.LOAD)).end()).singleElement().satisfies(violation -> {
            assertThat(violation.request()).isEqualTo("r1");
            assertThat(violation.job()).isEqualTo(1);
        });
        Script stores = Script.of(new AttributionChecker()).emit(A, submitted(Direction.STORE));
        assertThat(stores.emit(A, failed(Direction.STORE)).end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(24));
    }

    @Test
    void aFailureThatNamesPeerAndReasonIsInOrder() {
        assertThat(Script.of(new AttributionChecker())
                        .emit(A, submitted(Direction.LOAD))
                        .emit(A, ended("load timeout"))
                        .emit(A, failed(Direction.LOAD))
                        .end())
                .isEmpty();
        assertThat(Script.of(new AttributionChecker())
                        .emit(A, submitted(Direction.STORE))
                        .emit(A, new ParkedStoresReaped("r1", List.of(1L), 60))
                        .emit(A, failed(Direction.STORE))
                        .end())
                .isEmpty();
        assertThat(Script.of(new AttributionChecker())
                        .emit(A, submitted(Direction.STORE))
                        .emit(A, new ReapedIdRefused("r1", "store"))
                        .emit(A, failed(Direction.STORE))
                        .end())
                .isEmpty();
    }

    @Test
    void anEndWithoutAReasonBreaksI13() {
        assertThat(Script.of(new AttributionChecker())
                        .emit(A, submitted(Direction.LOAD))
                        .emit(A, ended(" "))
                        .emit(A, failed(Direction.LOAD))
                        .end())
                .hasSize(1);
        assertThat(Script.of(new AttributionChecker())
                        .emit(A, new SessionClosed(B, 1, "", 0, 0, 0))
                        .emit(A, new PeerDown(B, "", 0, 0))
                        .end())
                .hasSize(2);
    }

    @Test
    void aLoadThatIsTimedOutEarlyBreaksI13() {
        assertThat(Script.of(new AttributionChecker())
                        .emit(A, new LoadTimedOut(B, "r1", 1, 0, LoadMode.PD, 29, 30))
                        .emit(A, new LoadTimedOut(B, "r1", 2, 1, LoadMode.PD, 30, 30))
                        .end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.job()).isEqualTo(1));
    }
}
