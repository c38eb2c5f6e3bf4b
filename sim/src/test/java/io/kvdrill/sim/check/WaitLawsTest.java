package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.trace.ClientEvent.LoadAborting;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadSlotsReleased;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.ProbeRegistered;
import io.kvdrill.core.trace.ClientEvent.ProbeResolved;
import io.kvdrill.core.trace.ManagerEvent.JobReported;
import io.kvdrill.core.trace.ManagerEvent.ParkedStoresReaped;
import io.kvdrill.core.trace.ManagerEvent.RequestClosed;
import io.kvdrill.core.trace.ManagerEvent.RequestOpened;
import io.kvdrill.core.trace.ManagerEvent.StoreParked;
import io.kvdrill.core.trace.ServerEvent.AbortAcknowledged;
import io.kvdrill.core.trace.ServerEvent.AbortParked;
import io.kvdrill.core.trace.ServerEvent.DemandReceived;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.ServerEvent.LookupEnqueued;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.StoreEnded;
import io.kvdrill.core.trace.ServerEvent.SupplyFiled;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent.CacheReset;
import io.kvdrill.sim.engine.EngineEvent.CacheResetBegan;
import io.kvdrill.sim.engine.EngineEvent.PrefillStep;
import io.kvdrill.sim.engine.EngineEvent.RequestDeferred;
import io.kvdrill.sim.engine.EngineEvent.RequestScheduled;
import io.kvdrill.sim.engine.EngineEvent.ShutdownBegan;
import io.kvdrill.sim.engine.EngineEvent.ShutdownDone;
import io.kvdrill.sim.world.End;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** I3: each kind of wait with the event that begins it, its limit under {@code hardened}, and what ends it. */
class WaitLawsTest {
    private static final SlotList SLOT = SlotList.of(1);

    record Case(
            WaitKind kind, Supplier<LawChecker> judge, Consumer<Script> begin, double limitSeconds, TraceEvent end) {
        @Override
        public String toString() {
            return kind + " of " + limitSeconds + " s";
        }

        LawChecker checker() {
            return judge.get();
        }

        Script begun() {
            Script script = Script.of(checker());
            begin.accept(script);
            return script;
        }
    }

    private static Case client(WaitKind kind, TraceEvent begin, double limit, TraceEvent end) {
        return new Case(kind, ClientWaitsChecker::new, script -> script.emit(A, begin), limit, end);
    }

    private static Case server(WaitKind kind, TraceEvent begin, double limit, TraceEvent end) {
        return new Case(kind, ServerWaitsChecker::new, script -> script.emit(A, begin), limit, end);
    }

    private static Case engine(WaitKind kind, TraceEvent begin, double limit, TraceEvent end) {
        return new Case(kind, StandstillChecker::new, script -> script.emit(A, begin), limit, end);
    }

    static Stream<Case> waits() {
        return Stream.of(
                client(WaitKind.HANDSHAKE, new SessionOpened(B, 1, opening()), 30.000000001, new SessionReady(B, 0, 5)),
                client(WaitKind.LOAD_PD, load(LoadMode.PD), 30, ended(LoadMode.PD, false)),
                client(WaitKind.LOAD_SYMMETRIC, load(LoadMode.SYMMETRIC), 10, ended(LoadMode.SYMMETRIC, true)),
                client(
                        WaitKind.ABORT,
                        new LoadAborting(B, "r1", 1, 0, "load timeout"),
                        15,
                        new LoadSlotsReleased(B, "r1", 1, 0, ReleaseProof.PEER_CONFIRMED, 5)),
                new Case(
                        WaitKind.LOOKUP,
                        ClientWaitsChecker::new,
                        script -> {
                            script.emit(A, new ProbeRegistered(B, "r1", key("k")));
                            script.emit(A, new MessageSent(B, new Message.Lookup("r1", List.of(key("k")), 0)));
                        },
                        10,
                        new ProbeResolved(B, "r1", key("k"), true, 0)),
                client(
                        WaitKind.DEFERRAL,
                        new RequestDeferred("r1/consume", LookupOutcome.RETRY, 0),
                        120,
                        new RequestScheduled("r1/consume", 0, 0, 16, 5)),
                server(
                        WaitKind.STORE,
                        new SupplyFiled(B, "r1", 1, 0, List.of(key("k")), SLOT, false),
                        30,
                        new StoreEnded(B, "r1", 1, false, false, "store timeout", 5)),
                server(
                        WaitKind.PARK,
                        new StoreParked("r1", 1, 1),
                        60,
                        new JobReported(1, Direction.STORE, false, false)),
                server(WaitKind.DEMAND, demand(), 60, new RoundEnded(B, "r1", 0, false, true, "demand timed out")),
                server(WaitKind.DRAIN, new AbortParked(B, "r1", 0, 1), 10, new AbortAcknowledged(B, "r1", 0, false, 5)),
                engine(WaitKind.TIER_DRAIN, new CacheResetBegan(1), 30, new CacheReset(5)),
                engine(WaitKind.TIER_SHUTDOWN, new ShutdownBegan(1), 3, new ShutdownDone(5)),
                server(
                        WaitKind.ANSWER,
                        new LookupEnqueued(B, "r1", 1, 0, 2),
                        5,
                        new LookupAnswered(B, "r1", 1, 0, 1, 1, 5)));
    }

    private static io.kvdrill.core.trace.SessionEvent.Opening opening() {
        return io.kvdrill.core.trace.SessionEvent.Opening.DIALLED;
    }

    private static LoadStarted load(LoadMode mode) {
        return new LoadStarted(B, "r1", 1, 0, mode, List.of(key("k")), SLOT);
    }

    private static LoadEnded ended(LoadMode mode, boolean success) {
        return new LoadEnded(B, "r1", 1, 0, mode, success, !success, "over", 5);
    }

    private static DemandReceived demand() {
        return new DemandReceived(B, "r1", 0, 2, 0);
    }

    @ParameterizedTest
    @MethodSource("waits")
    void aWaitThatAStepAtItsLimitLeavesOpenBreaksI3(Case wait) {
        Script script = wait.begun();
        script.at(wait.limitSeconds() - 0.001).step(A);
        assertThat(script.violations()).as("it may last until its limit").isEmpty();
        script.at(wait.limitSeconds()).step(A);
        assertThat(script.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.law()).isEqualTo("I3");
            assertThat(violation.what()).contains(wait.kind().text());
            assertThat(violation.about()).isNotEmpty();
        });
        assertThat(script.end()).as("it is reported once").hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("waits")
    void aWaitThatEndsByItsLimitIsInOrder(Case wait) {
        Script script = wait.begun();
        script.at(wait.limitSeconds() - 0.001).step(A).step(A);
        script.at(wait.limitSeconds()).emit(A, wait.end()).step(A);
        script.at(wait.limitSeconds() + 100).step(A);
        assertThat(script.end()).isEmpty();
        assertThat(script.report(Law.I3).atStake()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("waits")
    void aWaitThatIsOpenWhenNothingIsLeftToDoBreaksI3(Case wait) {
        assertThat(wait.begun().at(0.001).end()).hasSize(1);
    }

    @ParameterizedTest
    @MethodSource("waits")
    void theWaitsOfADeadProcessAreOver(Case wait) {
        assertThat(wait.begun().kill(A).end()).isEmpty();
    }

    @Test
    void aWaitThatEndsLateWhereAnIdlePeerLeftOutItsTicksBreaksI3() {
        Script script = Script.of(new ClientWaitsChecker())
                .emit(A, load(LoadMode.PD))
                .at(1)
                .step(A);
        script.at(40).emit(A, ended(LoadMode.PD, false)).step(A);
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("ended 40 s after"));
    }

    @Test
    void aWaitThatEndsATickLateAtAPeerThatStoodIdleBreaksI3() {
        Script idle = Script.of(new ClientWaitsChecker())
                .emit(A, load(LoadMode.PD))
                .at(29)
                .step(A);
        assertThat(idle.at(30.001).emit(A, ended(LoadMode.PD, false)).violations())
                .hasSize(1);
        Script busy = Script.of(new ClientWaitsChecker())
                .emit(A, load(LoadMode.PD))
                .emit(A, new PrefillStep(16, 0, 50_000_000))
                .at(29.99)
                .step(A);
        assertThat(busy.at(30.001).emit(A, ended(LoadMode.PD, false)).violations())
                .isEmpty();
    }

    @Test
    void aWaitThatEndsWithAStepThatBeganBeforeItsLimitIsInOrder() {
        double step = Script.world().build().peers().get(0).stepNanos() / 1e9;
        Script decoding = Script.of(new ClientWaitsChecker())
                .emit(A, load(LoadMode.PD))
                .at(29.99)
                .step(A);
        assertThat(decoding.at(29.99 + 0.1 + step)
                        .emit(A, ended(LoadMode.PD, false))
                        .violations())
                .isEmpty();
    }

    @Test
    void aHandshakeThatIsGivenUpBeforeItIsOlderThanItsLimitBreaksI3() {
        SessionDied late = new SessionDied(B, "handshake not complete after 30000 ms");
        Script early = Script.of(new ClientWaitsChecker()).emit(A, new SessionOpened(B, 1, opening()));
        assertThat(early.at(30).emit(A, late).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(34));
        Script inTime = Script.of(new ClientWaitsChecker()).emit(A, new SessionOpened(B, 1, opening()));
        assertThat(inTime.at(30.000000001).emit(A, late).violations()).isEmpty();
    }

    @Test
    void aRunThatEndsAtATimeIsJudgedByTheLimits() {
        Script early = Script.of(
                Profile.of(Preset.HARDENED), Script.world().until(new End.AtTime(1)), new ClientWaitsChecker());
        assertThat(early.emit(A, load(LoadMode.PD)).at(25).end()).isEmpty();
        Script late = Script.of(
                Profile.of(Preset.HARDENED), Script.world().until(new End.AtTime(1)), new ClientWaitsChecker());
        assertThat(late.emit(A, load(LoadMode.PD)).at(35).end()).hasSize(1);
    }

    @Test
    void aWaitWithoutALimitIsToleratedForAsLongAsTheLongestOne() {
        Profile endless = Profile.of(Preset.HARDENED).with(Rows.HANDSHAKE_TIMEOUT, (Long) null);
        Script script = Script.of(endless, Script.world(), new ClientWaitsChecker())
                .emit(A, new SessionOpened(B, 1, opening()));
        assertThat(script.at(59).step(A).step(A).violations()).isEmpty();
        assertThat(script.at(61).step(A).step(A).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("sets it no limit"));
    }

    @Test
    void aResultThatWaitsForThePeerMayTakeTheAbortsTimeToo() {
        Script script = Script.of(Profile.of(Preset.VLLM_2026_08), Script.world(), new ClientWaitsChecker())
                .emit(A, load(LoadMode.SYMMETRIC));
        assertThat(script.at(39).step(A).step(A).violations()).isEmpty();
        assertThat(script.at(41).step(A).step(A).violations()).hasSize(1);
    }

    @Test
    void progressRestartsTheWaitForALookup() {
        Script script = Script.of(new ClientWaitsChecker())
                .emit(A, new ProbeRegistered(B, "r1", key("k1")))
                .emit(A, new ProbeRegistered(B, "r1", key("k2")))
                .emit(A, new MessageSent(B, new Message.Lookup("r1", List.of(key("k1"), key("k2")), 0)));
        script.at(9).emit(A, new ProbeResolved(B, "r1", key("k1"), true, 0));
        assertThat(script.at(18).step(A).step(A).violations()).isEmpty();
        assertThat(script.at(20).step(A).step(A).violations()).hasSize(1);
    }

    @Test
    void aShutdownEndsTheWaitsThatAreUnderWay() {
        Script stores = Script.of(new ServerWaitsChecker())
                .emit(A, new SupplyFiled(B, "r1", 1, 0, List.of(key("k")), SLOT, false))
                .at(29)
                .emit(A, new ShutdownBegan(1))
                .at(31)
                .step(A);
        assertThat(stores.violations()).isEmpty();
        Script loads = Script.of(new ClientWaitsChecker())
                .emit(A, load(LoadMode.PD))
                .at(29)
                .emit(A, new ShutdownBegan(1))
                .at(31)
                .step(A);
        assertThat(loads.violations()).isEmpty();
    }

    @Test
    void theEndOfASessionEndsItsWaitsButNotThoseOfItsStores() {
        Script client = Script.of(new ClientWaitsChecker())
                .emit(A, new SessionOpened(B, 1, opening()))
                .emit(A, new LoadAborting(B, "r1", 1, 0, "load timeout"))
                .emit(A, new SessionClosed(B, 1, "connection lost", 1, 0, 0));
        assertThat(client.end()).isEmpty();
        Script server = Script.of(new ServerWaitsChecker())
                .emit(A, new SupplyFiled(B, "r1", 1, 0, List.of(key("k")), SLOT, false))
                .emit(A, demand())
                .emit(A, new SessionClosed(B, 1, "connection lost", 0, 0, 1));
        assertThat(server.end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).startsWith("store 1"));
    }

    @Test
    void demandThatIsMatchedInFullWaitsNoLonger() {
        Script script = Script.of(new ServerWaitsChecker())
                .emit(A, demand())
                .emit(
                        A,
                        new WriteStarted(
                                B,
                                "r1",
                                0,
                                1,
                                List.of(1L),
                                List.of(key("k1"), key("k2")),
                                SlotList.of(1, 2),
                                SlotList.of(3, 4),
                                1));
        assertThat(script.at(100).step(A).step(A).end()).isEmpty();
    }

    @Test
    void demandThatAFinishedProducerCannotMeetFailsAtOnce() {
        Script script = Script.of(new ServerWaitsChecker())
                .emit(A, new RequestOpened("r1/produce", "", "", false, "r1"))
                .emit(A, demand())
                .at(5)
                .emit(A, new RequestClosed("r1/produce"))
                .step(A)
                .at(5.001)
                .step(A);
        assertThat(script.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.statement()).isEqualTo(49);
            assertThat(violation.request()).isEqualTo("r1");
        });
    }

    @Test
    void demandThatWhatAFinishedProducerHasParkedCannotMeetFailsAtOnce() {
        Script parked = Script.of(new ServerWaitsChecker())
                .emit(A, new RequestOpened("r1/produce", "", "", false, "r1"))
                .emit(A, new StoreParked("r1", 1, 1))
                .emit(A, new RequestClosed("r1/produce"))
                .at(5)
                .emit(A, demand())
                .emit(A, new SupplyFiled(B, "r1", 1, 0, List.of(key("k")), SLOT, false));
        assertThat(parked.step(A).at(5.001).step(A).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(49));
        Script unknown = Script.of(new ServerWaitsChecker())
                .emit(A, new RequestOpened("r1/produce", "", "", false, "r1"))
                .emit(A, new RequestClosed("r1/produce"))
                .at(5)
                .emit(A, demand());
        assertThat(unknown.step(A).at(5.001).step(A).violations()).isEmpty();
    }

    @Test
    void aFetchThatOvertookItsLookupIsJudgedWithTheAnswer() {
        LookupEnqueued lookup = new LookupEnqueued(B, "r1", 1, 0, 2);
        LookupAnswered answer = new LookupAnswered(B, "r1", 1, 0, 0, 2, 1);
        Script waits = Script.of(new ServerWaitsChecker())
                .emit(A, lookup)
                .emit(A, demand())
                .step(A)
                .at(1)
                .emit(A, answer)
                .step(A)
                .at(1.001)
                .step(A);
        assertThat(waits.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(49));
        Script judged = Script.of(new ServerWaitsChecker())
                .emit(A, lookup)
                .emit(A, demand())
                .step(A)
                .at(1)
                .emit(A, answer)
                .emit(A, new RoundEnded(B, "r1", 0, false, true, "a key was never confirmed"))
                .step(A)
                .at(1.001)
                .step(A);
        assertThat(judged.violations()).isEmpty();
        Script another = Script.of(new ServerWaitsChecker())
                .emit(A, new LookupEnqueued(B, "r1", 1, 3, 2))
                .emit(A, demand())
                .step(A)
                .at(1)
                .emit(A, new LookupAnswered(B, "r1", 1, 3, 0, 2, 1))
                .step(A)
                .at(1.001)
                .step(A);
        assertThat(another.violations()).as("a lookup of another round").isEmpty();
    }

    @Test
    void aFetchOfAReapedIdIsRefusedAtOnce() {
        ParkedStoresReaped reaped = new ParkedStoresReaped("r1", List.of(1L), 60);
        Script late = Script.of(new ServerWaitsChecker()).emit(A, reaped).emit(A, demand());
        assertThat(late.step(A).at(0.001).step(A).violations()).hasSize(1);
        Script refused = Script.of(new ServerWaitsChecker())
                .emit(A, reaped)
                .emit(A, demand())
                .emit(A, new RoundEnded(B, "r1", 0, false, true, "reaped"));
        assertThat(refused.step(A).step(A).end()).isEmpty();
    }
}
