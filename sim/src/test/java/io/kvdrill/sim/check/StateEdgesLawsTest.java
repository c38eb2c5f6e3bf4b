package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.C;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadForgotten;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadSlotsReleased;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.ProbeRegistered;
import io.kvdrill.core.trace.ManagerEvent.IdlePeerEvicted;
import io.kvdrill.core.trace.ManagerEvent.ParkedStoresReaped;
import io.kvdrill.core.trace.ManagerEvent.ReapedIdForgotten;
import io.kvdrill.core.trace.ManagerEvent.RequestBound;
import io.kvdrill.core.trace.ManagerEvent.StoreParked;
import io.kvdrill.core.trace.ServerEvent.DemandReceived;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.ServerEvent.LookupDropped;
import io.kvdrill.core.trace.ServerEvent.LookupEnqueued;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.SupplyFiled;
import io.kvdrill.core.trace.ServerEvent.WriteEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.ServerEvent.WritesCancelled;
import io.kvdrill.core.trace.SessionEvent.Opening;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.core.trace.SessionEvent.ProtocolViolated;
import io.kvdrill.core.trace.SessionEvent.RegistrationRemoved;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.core.trace.TraceEvent;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** I4, I5 and I8 at their edges: every map that may be left behind, what a session takes with it, and what ends with a step. */
class StateEdgesLawsTest {
    private static final SlotList SLOT = SlotList.of(1);
    private static final String PEER = "h1:1";

    private static SessionOpened opened(String peer, long number) {
        return new SessionOpened(peer, number, Opening.ACCEPTED);
    }

    private static SessionClosed closed(String peer, long number) {
        return new SessionClosed(peer, number, "connection lost", 0, 0, 0);
    }

    private static LoadStarted load(long job) {
        return new LoadStarted(B, "r1", job, 0, LoadMode.PD, List.of(key("k")), SLOT);
    }

    private static WriteStarted write() {
        return new WriteStarted(B, "r1", 0, 7, List.of(1L), List.of(key("k")), SLOT, SLOT, 1);
    }

    // ---- I4: what is left behind -----------------------------------------------------------------------------------

    private static TierBench bench() {
        return new TierBench(Profile.of(Preset.HARDENED).with(Rows.GROUP_PEERS_BY_HOST, Switch.ON));
    }

    static Stream<Arguments> leftovers() {
        TierBench bound = bench().up(PEER, 1);
        bound.open(Peers.producer("A"));
        bound.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        TierBench failed = bench();
        failed.control.refuseDials(PEER, true);
        failed.open(Peers.pd("A", PEER));
        TierBench parked = bench();
        RequestContext producer = parked.opened(Peers.producer("A"));
        parked.store(producer, "a");
        parked.finish(producer);
        TierBench reaped = bench();
        RequestContext reapedProducer = reaped.opened(Peers.producer("A"));
        reaped.store(reapedProducer, "a");
        reaped.finish(reapedProducer);
        reaped.advance(60_000).step();
        TierBench quarantined = bench().up(PEER);
        quarantined.control.lose(PEER);
        quarantined.step();
        TierBench loading = bench().up(PEER);
        RequestContext request = loading.opened(Peers.pd("A", PEER));
        loading.load(request, "a");
        loading.finish(request);
        TierBench demanded = bench().up(PEER);
        demanded.receive(PEER, Peers.lookup("A", 0, "a")).poll();
        TierBench remembered = bench().up(PEER, 1);
        remembered.control.lose(PEER);
        remembered.step();
        return Stream.of(
                Arguments.of(
                        bound, List.of("1 id bound to sessions", "1 request", "1 id with lookups, demand or supply")),
                Arguments.of(failed, List.of("1 id marked as failed", "1 request")),
                Arguments.of(parked, List.of("1 id with parked stores")),
                Arguments.of(reaped, List.of("1 reaped id")),
                Arguments.of(quarantined, List.of("1 peer or host that is not dialled")),
                Arguments.of(loading, List.of("1 id with probes or loads")),
                Arguments.of(demanded, List.of("1 id with lookups, demand or supply")),
                Arguments.of(
                        remembered,
                        List.of(
                                "1 peer or host that is not dialled",
                                "1 peer without a session whose incarnations are remembered")));
    }

    @ParameterizedTest
    @MethodSource("leftovers")
    void whateverATierKeepsWhenNothingIsLeftToDoBreaksI4(TierBench bench, List<String> left) {
        Script script = Script.of(new BaselineChecker()).emit(A, opened(B, 1));
        script.run().peer(A).tier = bench.tier;
        assertThat(script.end()).hasSize(left.size());
        for (int i = 0; i < left.size(); i++) {
            assertThat(script.end().get(i).what()).endsWith(" still kept: " + left.get(i));
        }
        assertThat(script.report(Law.I4).atStake()).isEqualTo(1);
    }

    @Test
    void aTierThatKeepsItsSessionsAndTheirLivesIsInOrder() {
        TierBench bench = bench().up(PEER, 1);
        Script script = Script.of(new BaselineChecker());
        script.run().peer(A).tier = bench.tier;
        assertThat(bench.tier.sizes()).isEqualTo(new MapSizes(1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0));
        assertThat(script.end()).isEmpty();
        assertThat(script.report(Law.I4).atStake()).isZero();
    }

    @Test
    void aClosedSessionWithAWriteIsLeftBehindWhereItCouldBeFenced() {
        TierBench bench = new TierBench(Preset.HARDENED).up(PEER);
        bench.data.holdFences(true);
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        bench.control.lose(PEER);
        bench.step();
        Script script = Script.of(new BaselineChecker());
        script.run().peer(A).tier = bench.tier;
        assertThat(script.end())
                .anyMatch(violation -> violation.what().endsWith("1 closed session with writes or held slots"));
    }

    @Test
    void theRetentionOfAReapedIdIsCountedFromItsReap() {
        Script early = Script.of(new BaselineChecker()).at(5).emit(A, new ParkedStoresReaped("r1", List.of(1L), 60));
        assertThat(early.at(94.999).emit(A, new ReapedIdForgotten("r1")).violations())
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.what())
                            .contains("forgotten after 89999 ms")
                            .endsWith("remembered for 90 s");
                    assertThat(violation.about()).contains(early.lastSequence() - 1);
                });
        Script inTime = Script.of(new BaselineChecker()).at(5).emit(A, new ParkedStoresReaped("r1", List.of(1L), 60));
        assertThat(inTime.at(95).emit(A, new ReapedIdForgotten("r1")).violations())
                .isEmpty();
        assertThat(inTime.report(Law.I4).atStake()).isEqualTo(1);
    }

    @Test
    void theNextLifeOfAPeerKnowsNothingOfTheReapedIdsOfTheLast() {
        Script script = Script.of(new BaselineChecker())
                .emit(A, new ParkedStoresReaped("r1", List.of(1L), 60))
                .kill(A)
                .start(A);
        assertThat(script.emit(A, new StoreParked("r1", 2, 1)).violations()).isEmpty();
    }

    // ---- I5: what a session takes with it --------------------------------------------------------------------------

    static Stream<TraceEvent> begins() {
        return Stream.of(
                new ProbeRegistered(B, "r1", key("k")),
                load(1),
                new LookupEnqueued(B, "r1", 1, 0, 1),
                new SupplyFiled(B, "r1", 1, 0, List.of(key("k")), SLOT, false),
                new DemandReceived(B, "r1", 0, 1, 0),
                write());
    }

    @ParameterizedTest
    @MethodSource("begins")
    void nothingBeginsWithAPeerWithoutASession(TraceEvent begin) {
        assertThat(Script.of(new ReapingChecker()).emit(A, begin).violations()).hasSize(1);
        assertThat(Script.of(new ReapingChecker())
                        .emit(A, opened(B, 1))
                        .emit(A, begin)
                        .violations())
                .isEmpty();
    }

    @Test
    void whatIsBoundToTheNextSessionOfAPeerIsNotHeldAgainstTheLast() {
        Script script = Script.of(new ReapingChecker())
                .emit(A, opened(B, 1))
                .emit(A, closed(B, 1))
                .emit(A, opened(B, 2))
                .emit(A, new RequestBound("r1", B, 0));
        assertThat(script.step(A).end()).isEmpty();
    }

    @Test
    void theEndOfASessionIsJudgedOnceInTheStepThatItEndsIn() {
        Script script = Script.of(new ReapingChecker())
                .emit(A, opened(B, 1))
                .emit(A, new RegistrationStarted(B, 1, 256, 4096))
                .emit(A, closed(B, 1));
        assertThat(script.step(A).step(A).end()).hasSize(1);
    }

    @Test
    void aPeerThatIsRefusedForWantOfRoomIsNotRefusedForItsDeadSession() {
        Profile one = Profile.of(Preset.HARDENED).with(Rows.MAX_PEERS, 1L);
        PeerRefused refused = new PeerRefused(B, "1 sessions are open, the maximum");
        Script full = Script.of(one, Script.world(), new ReapingChecker())
                .emit(A, opened(B, 1))
                .emit(A, new SessionDied(B, "connection lost"));
        assertThat(full.emit(A, refused).violations()).isEmpty();
    }

    @Test
    void theNextLifeOfAPeerKnowsNothingOfTheSessionsOfTheLast() {
        Script reaping =
                Script.of(new ReapingChecker()).emit(A, opened(B, 1)).kill(A).start(A);
        assertThat(reaping.emit(A, opened(B, 1)).violations()).isEmpty();
        Script idle = Script.of(
                        Profile.of(Preset.HARDENED).with(Rows.MAX_PEERS, 2L), Script.world(), new IdleEvictionChecker())
                .emit(A, opened(B, 1))
                .emit(A, new SessionReady(B, 0, 5))
                .emit(A, load(1))
                .kill(A)
                .start(A);
        assertThat(idle.emit(A, new IdlePeerEvicted(B, 300)).violations()).hasSize(1);
    }

    // ---- I5: what protects from eviction ---------------------------------------------------------------------------

    static Stream<Arguments> work() {
        return Stream.of(
                Arguments.of("1 load", load(1), new LoadEnded(B, "r1", 1, 0, LoadMode.PD, true, false, "done", 5)),
                Arguments.of("1 load", load(1), new LoadForgotten(B, "r1", 1, 0)),
                Arguments.of("1 running write", write(), new WriteEnded(B, "r1", 0, 7, true, 5)),
                Arguments.of("1 running write", write(), new WritesCancelled(B, "r1", 0, List.of(7L), "over")),
                Arguments.of(
                        "1 demanded round",
                        new DemandReceived(B, "r1", 0, 1, 0),
                        new RoundEnded(B, "r1", 0, true, true, "done")),
                Arguments.of(
                        "1 unanswered lookup",
                        new LookupEnqueued(B, "r1", 1, 0, 1),
                        new LookupAnswered(B, "r1", 1, 0, 1, 0, 5)),
                Arguments.of(
                        "1 unanswered lookup",
                        new LookupEnqueued(B, "r1", 1, 0, 1),
                        new LookupDropped(B, "r1", 1, "over")));
    }

    private static Script evictable() {
        return Script.of(
                        Profile.of(Preset.HARDENED).with(Rows.MAX_PEERS, 1L), Script.world(), new IdleEvictionChecker())
                .emit(A, opened(B, 1));
    }

    @ParameterizedTest
    @MethodSource("work")
    void aSessionIsEvictedOnceItsWorkIsOverAndNotBefore(String what, TraceEvent begin, TraceEvent end) {
        IdlePeerEvicted evicted = new IdlePeerEvicted(B, 300);
        Script before = evictable().emit(A, new SessionReady(B, 0, 5)).emit(A, begin);
        assertThat(before.emit(A, evicted).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).endsWith("as idle, with " + what));
        Script after =
                evictable().emit(A, new SessionReady(B, 0, 5)).emit(A, begin).emit(A, end);
        assertThat(after.emit(A, evicted).violations()).isEmpty();
    }

    @Test
    void aSessionWithoutAHandshakeOrWithManyThingsToDoIsNotEvicted() {
        Script script = evictable().emit(A, load(1)).emit(A, load(2));
        assertThat(script.emit(A, new IdlePeerEvicted(B, 300)).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).endsWith("with an unfinished handshake, 2 loads"));
    }

    @Test
    void thoseThatAreEvictedInOneStepAreCountedTogetherAndInTheNextNoMore() {
        Script script = Script.of(
                        Profile.of(Preset.HARDENED).with(Rows.MAX_PEERS, 20L).with(Rows.IDLE_REAP_HEADROOM, 18L),
                        Script.world(),
                        new IdleEvictionChecker())
                .emit(A, opened(B, 1))
                .emit(A, new SessionReady(B, 0, 5))
                .emit(A, opened(C, 2))
                .emit(A, new SessionReady(C, 0, 5));
        script.emit(A, new IdlePeerEvicted(B, 300)).emit(A, closed(B, 1));
        script.emit(A, new IdlePeerEvicted(C, 300));
        assertThat(script.violations()).isEmpty();
        script.step(A).emit(A, new IdlePeerEvicted(C, 300));
        assertThat(script.violations()).hasSize(1);
    }

    // ---- I8: what ends with a step, a load or a life ----------------------------------------------------------------

    private static Message.Connect connect() {
        return new Message.Connect(B, Bytes.ofHex("00"), 4096, 256, 4096, "0123456789abcdef", "seed", 5L);
    }

    private static final Message DONE = new Message.TransferDone("r1", true, 0);
    private static final Message ACK = new Message.AbortAck("r1", 0);

    @Test
    void aNewerLifeIsHeldAgainstTheStepThatItConnectsInOnly() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B, 1));
        script.pass(B, A, connect()).kill(B).start(B);
        script.pass(B, A, connect()).step(A);
        script.emit(A, new ProtocolViolated(B, "something else"));
        assertThat(script.violations()).isEmpty();
    }

    @Test
    void aLoadWhoseSlotsAreHeldCanStillBeEndedByWhatIsTooOld() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B, 1));
        long old = script.send(B, A, ACK);
        script.emit(A, load(1));
        long begun = script.lastSequence();
        script.emit(A, new LoadEnded(B, "r1", 1, 0, LoadMode.PD, false, true, "load timeout", 5));
        script.receive(A, B, ACK, old);
        script.emit(A, new LoadSlotsReleased(B, "r1", 1, 0, ReleaseProof.PEER_CONFIRMED, 5));
        assertThat(script.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.statement()).isEqualTo(46);
            assertThat(violation.about()).contains(begun);
            assertThat(violation.what()).endsWith("an earlier round 0");
        });
    }

    @Test
    void aLoadThatIsOverIsEndedByNothingMore() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B, 1));
        long old = script.send(B, A, DONE);
        LoadEnded ended = new LoadEnded(B, "r1", 1, 0, LoadMode.PD, false, false, "over", 5);
        script.emit(A, load(1)).emit(A, ended).receive(A, B, DONE, old).emit(A, ended);
        assertThat(script.violations()).isEmpty();
        Script forgotten = Script.of(new EpochChecker()).emit(A, opened(B, 1));
        long before = forgotten.send(B, A, DONE);
        forgotten.emit(A, load(1)).emit(A, new LoadForgotten(B, "r1", 1, 0));
        forgotten.receive(A, B, DONE, before).emit(A, ended);
        assertThat(forgotten.violations()).isEmpty();
    }

    @Test
    void theNextLifeOfAPeerKnowsNothingOfTheLoadsOfTheLast() {
        Script script = Script.of(new EpochChecker()).emit(A, opened(B, 1)).emit(A, load(1));
        long old = script.send(B, A, new Message.Lookup("r9", List.of(key("k")), 0));
        script.kill(A).start(A);
        script.receive(A, B, new Message.Lookup("r9", List.of(key("k")), 0), old);
        assertThat(script.violations()).as("it has no session with it").isEmpty();
    }

    @Test
    void aRegistrationThatWasRemovedIsNotMissed() {
        Script script = Script.of(new ReapingChecker())
                .emit(A, opened(B, 1))
                .emit(A, new RegistrationStarted(B, 3, 256, 4096))
                .emit(A, closed(B, 1))
                .emit(A, new RegistrationRemoved(B, 3));
        assertThat(script.step(A).end()).isEmpty();
    }
}
