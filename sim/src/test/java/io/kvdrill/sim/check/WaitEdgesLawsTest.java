package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.C;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.trace.ClientEvent.AbortAckTimedOut;
import io.kvdrill.core.trace.ClientEvent.LoadAborting;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadForgotten;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.LookupTimedOut;
import io.kvdrill.core.trace.ClientEvent.ProbeRegistered;
import io.kvdrill.core.trace.ClientEvent.ProbesDropped;
import io.kvdrill.core.trace.ManagerEvent.ParkedStoresReaped;
import io.kvdrill.core.trace.ManagerEvent.ReapedIdForgotten;
import io.kvdrill.core.trace.ManagerEvent.RequestBound;
import io.kvdrill.core.trace.ManagerEvent.RequestClosed;
import io.kvdrill.core.trace.ManagerEvent.RequestOpened;
import io.kvdrill.core.trace.ManagerEvent.StoreParked;
import io.kvdrill.core.trace.ServerEvent.AbortDrainTimedOut;
import io.kvdrill.core.trace.ServerEvent.AbortParked;
import io.kvdrill.core.trace.ServerEvent.DemandReceived;
import io.kvdrill.core.trace.ServerEvent.LookupDropped;
import io.kvdrill.core.trace.ServerEvent.LookupEnqueued;
import io.kvdrill.core.trace.ServerEvent.ParkedDemandTimedOut;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.SupplyFiled;
import io.kvdrill.core.trace.ServerEvent.TerminalFetchReceived;
import io.kvdrill.core.trace.ServerEvent.WriteEnded;
import io.kvdrill.core.trace.ServerEvent.WriteRefused;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineEvent.PrefillStep;
import io.kvdrill.sim.engine.EngineEvent.RequestDeferred;
import io.kvdrill.sim.engine.EngineEvent.RequestLeft;
import io.kvdrill.sim.engine.EngineEvent.RequestRescheduled;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Moment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** I3 at its edges: how late is too late, whatever else ends a wait, and what an earlier wait leaves. */
class WaitEdgesLawsTest {
    private static final SlotList SLOT = SlotList.of(1);
    private static final long SECOND = 1_000_000_000L;
    private static final long TICK = 1_000_000;

    private static LoadStarted load() {
        return new LoadStarted(B, "r1", 1, 0, LoadMode.PD, List.of(key("k")), SLOT);
    }

    private static LoadEnded loadEnded() {
        return new LoadEnded(B, "r1", 1, 0, LoadMode.PD, false, false, "over", 5);
    }

    private static DemandReceived demand(String peer, long round) {
        return new DemandReceived(peer, "r1", round, 2, 0);
    }

    private static WriteStarted write(int blocks) {
        return new WriteStarted(
                B,
                "r1",
                3,
                1,
                List.of(1L),
                List.of(key("k1"), key("k2")).subList(0, blocks),
                SlotList.of(new long[blocks]),
                SlotList.of(new long[blocks]),
                1);
    }

    private static RoundEnded roundEnded(String peer, long round) {
        return new RoundEnded(peer, "r1", round, false, true, "over");
    }

    private static MessageSent lookup(String... keys) {
        return new MessageSent(
                B, new Message.Lookup("r1", Stream.of(keys).map(Script::key).toList(), 4));
    }

    private static Script client() {
        return Script.of(new ClientWaitsChecker());
    }

    private static Script server() {
        return Script.of(new ServerWaitsChecker());
    }

    private static Script atNanos(Script script, long nanos) {
        script.run().nowNanos = nanos;
        return script;
    }

    // ---- how late is too late ------------------------------------------------------------------------------------

    @Test
    void aWaitIsCountedFromItsStart() {
        Script script = client().at(7).emit(A, load());
        assertThat(script.at(36.999).step(A).violations()).isEmpty();
        assertThat(script.at(37).step(A).violations()).hasSize(1);
    }

    @Test
    void aWaitThatIsLateIsReportedWithItsLengthAndItsLimit() {
        Script script = client().emit(A, load()).at(31).step(A);
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what())
                        .isEqualTo("load 1 is still open 31 s after its submission; its limit is 30 s"));
        assertThat(script.report(Law.I3).checked()).isEqualTo(1);
        Script first = client().emit(A, new LoadStarted(B, "r1", 0, 0, LoadMode.PD, List.of(key("k")), SLOT));
        assertThat(first.at(31).step(A).violations().get(0).what()).startsWith("load 0 is still open");
    }

    /** Idle, and with a step as long as 50 s behind it: how late a wait may then end. */
    private static List<Violation> endsAfterAStep(long nanosBeyond) {
        long tolerated = 2 * TICK + 100 * SECOND + SECOND / 10;
        long before = 1 + Math.floorMod(-(tolerated + 1), 15L);
        long lastStep = 30 * SECOND - before;
        long sixteenths = (tolerated + before) / 15;
        Script script = client().emit(A, load()).emit(A, new PrefillStep(16, 0, 50 * SECOND));
        atNanos(script, lastStep).step(A);
        return atNanos(script, lastStep + 16 * sixteenths + nanosBeyond)
                .emit(A, loadEnded())
                .violations();
    }

    @Test
    void aWaitMayEndAsLateAsStepsAndTicksAllowAndNoLater() {
        assertThat(endsAfterAStep(0)).isEmpty();
        assertThat(endsAfterAStep(16)).hasSize(1);
    }

    /** Due half a tick after a step; answers what is found where it ends {@code nanos} after the tick that follows. */
    private static List<Violation> endsAfterTheNextTick(long lastStepBefore, long nanos) {
        Script script = atNanos(client(), TICK / 2).emit(A, load());
        atNanos(script, 30 * SECOND + TICK - lastStepBefore).step(A);
        return atNanos(script, 30 * SECOND + TICK + nanos).emit(A, loadEnded()).violations();
    }

    @Test
    void aWaitMayEndAtTheFirstTickAfterItWasDueAndNoLater() {
        assertThat(endsAfterTheNextTick(SECOND, 0)).isEmpty();
        assertThat(endsAfterTheNextTick(SECOND, 1)).hasSize(1);
    }

    @Test
    void aPeerThatIsBusyUntilATickIsNotIdleAtIt() {
        long step = 22_000_000; // which a decoding step takes
        assertThat(endsAfterTheNextTick(step, 1)).isEmpty();
        assertThat(endsAfterTheNextTick(step + 1, 1)).hasSize(1);
    }

    @Test
    void aWaitThatEndsLateWhereNoStepWasIsInOrder() {
        assertThat(client().emit(A, load()).at(100).emit(A, loadEnded()).violations())
                .isEmpty();
    }

    @Test
    void aWaitThatEndsLateWhereThePeerStoodStillIsInOrder() {
        Script script = Script.of(
                        Profile.of(Preset.HARDENED),
                        Script.world().fault(Moment.at(0), new Fault.Pause("a")),
                        new ClientWaitsChecker())
                .emit(A, load())
                .at(1)
                .step(A)
                .strike(0);
        assertThat(script.at(100).emit(A, loadEnded()).violations()).isEmpty();
    }

    @Test
    void aWaitThatEndsLateWhereTheClockJumpedIsInOrder() {
        Script script = client().emit(A, load()).at(29).step(A);
        script.run().peer(A).aheadNanos = 60 * SECOND;
        assertThat(script.at(29.001).emit(A, loadEnded()).violations()).isEmpty();
    }

    @Test
    void aRunThatEndsAtATimeForgivesASecond() {
        Script early = Script.of(
                Profile.of(Preset.HARDENED), Script.world().until(new End.AtTime(1)), new ClientWaitsChecker());
        assertThat(atNanos(early.emit(A, load()), 31 * SECOND - 1).end()).isEmpty();
        Script late = Script.of(
                Profile.of(Preset.HARDENED), Script.world().until(new End.AtTime(1)), new ClientWaitsChecker());
        assertThat(atNanos(late.emit(A, load()), 31 * SECOND).end()).hasSize(1);
    }

    @Test
    void theNextLifeOfAPeerKnowsNothingOfTheWaitsOfTheLast() {
        assertThat(client().emit(A, load()).kill(A).start(A).end()).isEmpty();
        Script asked =
                client().emit(A, new ProbeRegistered(B, "r1", key("k"))).kill(A).start(A);
        assertThat(asked.emit(A, lookup("k")).end()).isEmpty();
        Script reaped = server().emit(A, new ParkedStoresReaped("r1", List.of(1L), 60))
                .kill(A)
                .start(A);
        assertThat(reaped.emit(A, demand(B, 3)).step(A).at(1).step(A).violations())
                .isEmpty();
    }

    // ---- whatever else ends a wait -------------------------------------------------------------------------------

    static Stream<Arguments> otherEnds() {
        LoadAborting aborting = new LoadAborting(B, "r1", 1, 0, "load timeout");
        RequestDeferred deferred = new RequestDeferred("r1/consume", LookupOutcome.RETRY, 0);
        ProbeRegistered probe = new ProbeRegistered(B, "r1", key("k"));
        return Stream.of(
                Arguments.of(List.of(load()), new LoadForgotten(B, "r1", 1, 0)),
                Arguments.of(List.of(aborting), new LoadForgotten(B, "r1", 1, 0)),
                Arguments.of(List.of(aborting), new AbortAckTimedOut(B, "r1", 1, 0, 5)),
                Arguments.of(List.of(probe, lookup("k")), new ProbesDropped(B, "r1", 1)),
                Arguments.of(List.of(probe, lookup("k")), new LookupTimedOut(B, "r1", 1, 5)),
                Arguments.of(List.of(deferred), new RequestDeferred("r1/consume", LookupOutcome.HIT_PENDING, 0)),
                Arguments.of(List.of(deferred), new RequestRescheduled("r1/consume", 1, 1)),
                Arguments.of(
                        List.of(deferred),
                        new RequestLeft("r1", "r1/consume", Leg.CONSUME, LegEnd.ABORTED, 0, 0, 0, 5)),
                Arguments.of(List.of(demand(B, 3)), new TerminalFetchReceived(B, "r1", 4)),
                Arguments.of(List.of(demand(B, 3)), new ParkedDemandTimedOut(B, "r1", 3, 2, 5)),
                Arguments.of(List.of(demand(B, 3)), new WriteRefused(B, "r1", 3, 2, "refused")),
                Arguments.of(List.of(new AbortParked(B, "r1", 3, 1)), new AbortDrainTimedOut(B, "r1", 3, 1, 5)),
                Arguments.of(List.of(new LookupEnqueued(B, "r1", 1, 3, 2)), new LookupDropped(B, "r1", 1, "over")));
    }

    @ParameterizedTest
    @MethodSource("otherEnds")
    void aWaitMayEndInAnotherWay(List<TraceEvent> begin, TraceEvent end) {
        Script open = Script.of(new ClientWaitsChecker(), new ServerWaitsChecker());
        begin.forEach(event -> open.emit(A, event));
        assertThat(open.end()).hasSize(1);
        Script over = Script.of(new ClientWaitsChecker(), new ServerWaitsChecker());
        begin.forEach(event -> over.emit(A, event));
        assertThat(over.emit(A, end).end()).isEmpty();
    }

    @Test
    void aTerminalFetchEndsNoOtherWaitOfItsId() {
        Script script = server().emit(A, demand(C, 3))
                .emit(A, new LookupEnqueued(B, "r1", 1, 3, 2))
                .emit(A, new DemandReceived(B, "r2", 3, 2, 0))
                .emit(A, new TerminalFetchReceived(B, "r1", 4));
        assertThat(script.end()).hasSize(3);
    }

    @Test
    void aWaitOfTheSameNameReplacesTheEarlierOne() {
        LoadAborting aborting = new LoadAborting(B, "r1", 1, 0, "load timeout");
        Script script = client().emit(A, aborting).at(10).emit(A, aborting);
        assertThat(script.at(24.999).step(A).violations()).isEmpty();
        assertThat(script.at(25).step(A).violations()).hasSize(1);
        assertThat(script.end()).hasSize(1);
    }

    @Test
    void aRequestThatIsDeferredAgainIsDeferredSinceTheFirstTime() {
        RequestDeferred deferred = new RequestDeferred("r1/consume", LookupOutcome.RETRY, 0);
        Script script = client().emit(A, deferred).at(100).emit(A, deferred);
        assertThat(script.at(120).step(A).violations()).hasSize(1);
    }

    @Test
    void aFurtherLookupBuysNoTime() {
        Script script =
                client().emit(A, new ProbeRegistered(B, "r1", key("k1"))).emit(A, lookup("k1"));
        script.at(9).emit(A, new ProbeRegistered(B, "r1", key("k2"))).emit(A, lookup("k2"));
        assertThat(script.at(10).step(A).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.round()).isEqualTo(4));
    }

    @Test
    void aLookupOfWhatNobodyAsksForAnyMoreIsNotWaitedFor() {
        Script script = client().emit(A, new ProbeRegistered(B, "r1", key("k")))
                .emit(A, lookup("k"))
                .emit(A, new ProbesDropped(B, "r1", 1))
                .emit(A, lookup("k"));
        assertThat(script.end()).isEmpty();
    }

    // ---- demand that nothing will meet ---------------------------------------------------------------------------

    private static Script produced() {
        return server().emit(A, new RequestOpened("r1/produce", "", "", false, "r1"));
    }

    private static final RequestClosed CLOSED = new RequestClosed("r1/produce");

    private static List<Violation> afterAStep(Script script) {
        return script.step(A).at(6).step(A).violations();
    }

    @Test
    void hopelessDemandIsReportedWithItsRoundAndMayEndBeforeTheStepDoes() {
        Script script = produced().emit(A, demand(B, 3)).at(5).emit(A, CLOSED);
        assertThat(afterAStep(script))
                .singleElement()
                .satisfies(violation -> assertThat(violation.round()).isEqualTo(3));
        Script prompt = produced().at(1).step(A).emit(A, demand(B, 3)).at(5).emit(A, CLOSED);
        prompt.at(40).emit(A, roundEnded(B, 3));
        assertThat(prompt.end()).isEmpty();
    }

    @Test
    void demandThatIsMetAfterAllIsNotHopeless() {
        Script script = produced().emit(A, demand(B, 3)).at(5).emit(A, CLOSED).emit(A, write(2));
        assertThat(afterAStep(script)).isEmpty();
    }

    @Test
    void demandIsNotHopelessWhileALookupOfItsIdWaits() {
        Script script = produced()
                .emit(A, demand(B, 3))
                .emit(A, new LookupEnqueued(B, "r1", 1, 3, 2))
                .at(4)
                .emit(A, CLOSED);
        assertThat(script.step(A).at(4.5).step(A).violations()).isEmpty();
    }

    @Test
    void demandThatOvertookALookupOfItsIdMayWaitForItFirst() {
        Script script = server().emit(A, new LookupEnqueued(B, "r1", 1, 2, 2))
                .emit(A, demand(B, 3))
                .emit(A, new LookupDropped(B, "r1", 1, "over"));
        assertThat(script.at(64.999).step(A).violations()).isEmpty();
        assertThat(script.at(65).step(A).violations()).hasSize(1);
    }

    @Test
    void demandIsNotHopelessWhileAnotherProducerOfItsIdIsThere() {
        Script script = produced()
                .emit(A, new RequestOpened("r1/again", "", "", false, "r1"))
                .emit(A, demand(B, 3))
                .at(5)
                .emit(A, CLOSED);
        assertThat(afterAStep(script)).isEmpty();
        script.at(7).emit(A, new RequestClosed("r1/again"));
        assertThat(script.step(A).at(8).step(A).violations()).hasSize(1);
    }

    @Test
    void aRoundThatOvertookItsLookupAndEndedMayBeFetchedAgainWithoutOne() {
        Script script = server().emit(A, new LookupEnqueued(B, "r1", 1, 3, 2))
                .emit(A, demand(B, 3))
                .emit(A, roundEnded(B, 3))
                .step(A)
                .emit(A, new LookupDropped(B, "r1", 1, "over"))
                .emit(A, demand(B, 3));
        assertThat(afterAStep(script)).isEmpty();
    }

    @Test
    void demandIsNotHopelessOnceItsIdIsBoundToAnotherPeer() {
        Script lost = produced().emit(A, demand(B, 3)).emit(A, new RequestBound("r1", C, 0));
        assertThat(afterAStep(lost.at(5).emit(A, CLOSED))).isEmpty();
        Script back = produced()
                .emit(A, demand(B, 3))
                .emit(A, new RequestBound("r1", C, 0))
                .emit(A, new RequestBound("r1", B, 0));
        assertThat(afterAStep(back.at(5).emit(A, CLOSED))).hasSize(1);
    }

    /** A finished producer has parked one block; two are wanted. */
    private static Script doomed() {
        return produced()
                .emit(A, new StoreParked("r1", 1, 1))
                .emit(A, CLOSED)
                .at(5)
                .emit(A, demand(B, 3))
                .emit(A, new SupplyFiled(B, "r1", 1, 3, List.of(key("k")), SLOT, false));
    }

    @Test
    void demandBeyondWhatIsParkedIsHopelessOnceItsWriteHasEnded() {
        Script script = doomed().emit(A, write(1));
        assertThat(afterAStep(script)).isEmpty();
        script.emit(A, new WriteEnded(B, "r1", 3, 1, true, 5));
        assertThat(script.step(A).at(7).step(A).violations()).hasSize(1);
        Script other = doomed().emit(A, new WriteEnded(C, "r1", 3, 1, true, 5));
        assertThat(afterAStep(other)).hasSize(1);
    }

    @Test
    void aRoundThatWasHopelessAndIsFetchedAgainIsNotYet() {
        Script script = doomed().emit(A, roundEnded(B, 3)).step(A).emit(A, demand(B, 3));
        assertThat(afterAStep(script)).isEmpty();
    }

    @Test
    void whatAnotherPeerWantedBeforeDoesNotHideHopelessDemand() {
        Script ended = produced().emit(A, demand(C, 3)).emit(A, roundEnded(C, 3));
        assertThat(afterAStep(ended.emit(A, demand(B, 3)).at(5).emit(A, CLOSED)))
                .hasSize(1);
        Script closed = produced().emit(A, demand(C, 3)).emit(A, new SessionClosed(C, 1, "connection lost", 0, 0, 0));
        assertThat(afterAStep(closed.emit(A, demand(B, 3)).at(5).emit(A, CLOSED)))
                .hasSize(1);
        Script elsewhere = produced().emit(A, new DemandReceived(C, "r2", 3, 2, 0));
        assertThat(afterAStep(elsewhere.emit(A, demand(B, 3)).at(5).emit(A, CLOSED)))
                .hasSize(1);
    }

    @Test
    void aReapedIdThatIsForgottenIsAnIdLikeAnyOther() {
        Script script = server().emit(A, new ParkedStoresReaped("r1", List.of(1L), 60))
                .emit(A, new ReapedIdForgotten("r1"))
                .at(5)
                .emit(A, demand(B, 3));
        assertThat(afterAStep(script)).isEmpty();
    }
}
