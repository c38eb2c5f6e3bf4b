package io.kvdrill.sim.check;

import static io.kvdrill.sim.check.Script.A;
import static io.kvdrill.sim.check.Script.B;
import static io.kvdrill.sim.check.Script.C;
import static io.kvdrill.sim.check.Script.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ManagerEvent.IdlePeerEvicted;
import io.kvdrill.core.trace.ManagerEvent.ParkedStoresReaped;
import io.kvdrill.core.trace.ManagerEvent.ReapedIdForgotten;
import io.kvdrill.core.trace.ManagerEvent.RequestBound;
import io.kvdrill.core.trace.ManagerEvent.RequestUnbound;
import io.kvdrill.core.trace.ManagerEvent.StoreParked;
import io.kvdrill.core.trace.ServerEvent.DemandReceived;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.Opening;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.core.trace.SessionEvent.RegistrationRemoved;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.sim.engine.EngineEvent.EngineCrashed;
import io.kvdrill.sim.engine.EngineEvent.SlotsPinned;
import io.kvdrill.sim.engine.EngineEvent.SlotsQuarantined;
import io.kvdrill.sim.engine.EngineEvent.SlotsUnpinned;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.engine.SlotView.State;
import io.kvdrill.sim.fabric.FabricEvent.TransferEnded;
import io.kvdrill.sim.fabric.FabricEvent.WritePosted;
import io.kvdrill.sim.world.DataPlane;
import java.util.List;
import org.junit.jupiter.api.Test;

/** I4, I5 and I15: what is kept, and for how long. What is left in a tier's maps is tested on whole runs. */
class StateLawsTest {

    private static SessionOpened opened(String peer, long number) {
        return new SessionOpened(peer, number, Opening.DIALLED);
    }

    private static SessionClosed closed(String peer, long number) {
        return new SessionClosed(peer, number, "connection lost", 0, 0, 0);
    }

    // ---- I4 ------------------------------------------------------------------------------------------------------

    @Test
    void moreSessionsThanAllowedBreakI4() {
        Profile profile = Profile.of(Preset.HARDENED).with(Rows.MAX_PEERS, 1L);
        Script script =
                Script.of(profile, Script.world(), new BaselineChecker()).emit(A, opened(B, 1));
        assertThat(script.violations()).isEmpty();
        assertThat(script.emit(A, opened(C, 2)).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(33));
        Script inTurn = Script.of(profile, Script.world(), new BaselineChecker())
                .emit(A, opened(B, 1))
                .emit(A, closed(B, 1))
                .emit(A, opened(C, 2));
        assertThat(inTurn.violations()).isEmpty();
    }

    @Test
    void aReapedIdThatIsParkedOrBoundAgainBreaksI4() {
        Script script = Script.of(new BaselineChecker()).emit(A, new ParkedStoresReaped("r1", List.of(1L), 60));
        assertThat(script.emit(A, new StoreParked("r2", 2, 1)).violations()).isEmpty();
        assertThat(script.emit(A, new StoreParked("r1", 2, 1)).violations()).hasSize(1);
        assertThat(script.emit(A, new RequestBound("r1", B, 0)).violations()).hasSize(2);
        script.at(90).emit(A, new ReapedIdForgotten("r1"));
        assertThat(script.emit(A, new StoreParked("r1", 3, 1)).violations()).hasSize(2);
    }

    @Test
    void aReapedIdThatIsForgottenBeforeItsRetentionEndsBreaksI4() {
        Script script = Script.of(new BaselineChecker()).emit(A, new ParkedStoresReaped("r1", List.of(1L), 60));
        assertThat(script.at(89).emit(A, new ReapedIdForgotten("r1")).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(22));
    }

    @Test
    void aPeersRequestThatTheEngineIsNotToldTheEndOfOrToldItTwiceBreaksI4() {
        assertThat(Script.of(new BaselineChecker()).end()).isEmpty();
        Script open = Script.of(new BaselineChecker());
        open.run().peer(A).parentRequests = 1;
        assertThat(open.end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(14));
        Script twice = Script.of(new BaselineChecker());
        twice.run().peer(A).strayParentEnds = 1;
        assertThat(twice.end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(14));
    }

    // ---- I5 ------------------------------------------------------------------------------------------------------

    private static Script session() {
        return Script.of(new ReapingChecker())
                .emit(A, opened(B, 1))
                .emit(A, new RegistrationStarted(B, 1, 256, 4096))
                .emit(A, new RequestBound("r1", B, 0));
    }

    @Test
    void aReapThatTakesEverythingIsInOrder() {
        Script script = session()
                .emit(A, new SessionDied(B, "connection lost"))
                .emit(A, new RequestUnbound("r1", B, "session closed"))
                .emit(A, closed(B, 1))
                .emit(A, new RegistrationRemoved(B, 1))
                .step(A);
        assertThat(script.end()).isEmpty();
        assertThat(script.report(Law.I5).atStake()).isEqualTo(1);
    }

    @Test
    void aBindingToAClosedSessionBreaksI5() {
        Script script = session()
                .emit(A, closed(B, 1))
                .emit(A, new RegistrationRemoved(B, 1))
                .step(A);
        assertThat(script.end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(25));
    }

    @Test
    void aRegistrationThatIsLeftOrRemovedTwiceBreaksI5() {
        RequestUnbound unbound = new RequestUnbound("r1", B, "session closed");
        assertThat(session().emit(A, unbound).emit(A, closed(B, 1)).step(A).end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("was not removed"));
        assertThat(session()
                        .emit(A, unbound)
                        .emit(A, closed(B, 1))
                        .emit(A, new RegistrationRemoved(B, 1))
                        .emit(A, new RegistrationRemoved(B, 1))
                        .step(A)
                        .end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("a second time"));
    }

    @Test
    void aSessionThatIsClosedTwiceBreaksI5() {
        Script script = Script.of(new ReapingChecker())
                .emit(A, opened(B, 1))
                .emit(A, closed(B, 1))
                .emit(A, closed(B, 1));
        assertThat(script.violations()).hasSize(1);
    }

    @Test
    void aPeerThatIsRefusedForADeadSessionBreaksI5() {
        PeerRefused refused = new PeerRefused(B, "a session with it exists");
        assertThat(session().emit(A, refused).violations()).isEmpty();
        assertThat(session()
                        .emit(A, new SessionDied(B, "connection lost"))
                        .emit(A, refused)
                        .violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(43));
    }

    @Test
    void aPeerThatIsRefusedForASessionThatTheSameStepFindsLostBreaksI5() {
        PeerRefused refused = new PeerRefused(B, "a session with it exists");
        SessionDied lost = new SessionDied(B, "connection lost");
        assertThat(session().emit(A, refused).emit(A, lost).violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(43));
        assertThat(session().emit(A, refused).step(A).emit(A, lost).violations())
                .as("it lived when the peer came")
                .isEmpty();
        assertThat(session()
                        .emit(A, refused)
                        .emit(A, new SessionDied(B, "the peer disconnected"))
                        .violations())
                .as("it lived when the peer came")
                .isEmpty();
    }

    @Test
    void aSecondSessionBesideALiveOneBreaksI5() {
        Script script = Script.of(new ReapingChecker()).emit(A, opened(B, 1)).emit(A, opened(B, 2));
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(43));
    }

    @Test
    void aMessageThatADeadSessionDispatchesBreaksI5() {
        MessageReceived received = new MessageReceived(B, new Message.Disconnect());
        Script alive = Script.of(new ReapingChecker()).emit(A, opened(B, 1)).emit(A, received);
        assertThat(alive.violations()).isEmpty();
        alive.emit(A, new SessionDied(B, "peer disconnected")).emit(A, received);
        assertThat(alive.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.statement()).isEqualTo(30));
    }

    @Test
    void workThatBeginsWithoutASessionBreaksI5() {
        Script script = Script.of(new ReapingChecker()).emit(A, opened(B, 1)).emit(A, closed(B, 1));
        script.emit(A, new LoadStarted(B, "r1", 1, 0, LoadMode.PD, List.of(key("k")), SlotList.of(1)));
        assertThat(script.violations()).hasSize(1);
    }

    @Test
    void anEvictionOfASessionWithWorkBreaksI5() {
        Profile scarce = Profile.of(Preset.HARDENED).with(Rows.MAX_PEERS, 1L);
        IdlePeerEvicted evicted = new IdlePeerEvicted(B, 300);
        Script idle = Script.of(scarce, Script.world(), new IdleEvictionChecker())
                .emit(A, opened(B, 1))
                .emit(A, new SessionReady(B, 0, 5))
                .emit(A, new DemandReceived(B, "r1", 0, 1, 1))
                .emit(A, new RoundEnded(B, "r1", 0, true, true, "all blocks written"))
                .emit(A, evicted);
        assertThat(idle.violations()).isEmpty();
        Script busy = Script.of(scarce, Script.world(), new IdleEvictionChecker())
                .emit(A, opened(B, 1))
                .emit(A, new SessionReady(B, 0, 5))
                .emit(A, new DemandReceived(B, "r1", 0, 1, 0))
                .emit(A, evicted);
        assertThat(busy.violations()).singleElement().satisfies(violation -> {
            assertThat(violation.statement()).isEqualTo(35);
            assertThat(violation.what()).contains("1 demanded round");
        });
    }

    @Test
    void anEvictionWhileSlotsAreFreeBreaksI5() {
        Script script = Script.of(new IdleEvictionChecker())
                .emit(A, opened(B, 1))
                .emit(A, new SessionReady(B, 0, 5))
                .emit(A, new IdlePeerEvicted(B, 300));
        assertThat(script.violations())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("127 of 128 were free"));
    }

    // ---- I15 -----------------------------------------------------------------------------------------------------

    private static final SlotList SLOTS = SlotList.of(1, 2);

    private static SlotsPinned pinned() {
        return new SlotsPinned(7, List.of(key("a"), key("b")), SLOTS);
    }

    private static PinsChecker pins() {
        return new PinsChecker(Long.MAX_VALUE);
    }

    @Test
    void aPinThatOutlivesParkingAndStoringBreaksI15() {
        SlotsUnpinned unpinned = new SlotsUnpinned(7, SLOTS);
        assertThat(Script.of(pins()).emit(A, pinned()).at(94).emit(A, unpinned).end())
                .isEmpty();
        assertThat(Script.of(pins()).emit(A, pinned()).at(96).emit(A, unpinned).end())
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.law()).isEqualTo("I15");
                    assertThat(violation.job()).isEqualTo(7);
                });
    }

    @Test
    void aPinThatIsLeftAtTheEndBreaksI15() {
        SlotView left = new SlotView(1, State.PINNED, key("a"), 1, 0);
        SlotView ready = new SlotView(2, State.READY, key("b"), 0, 0);
        assertThat(Script.of(pins()).slots(A, left, ready).end()).hasSize(1);
        assertThat(Script.of(pins()).slots(A, ready).end()).isEmpty();
    }

    private static Script withoutFences() {
        DataPlane usual = DataPlane.DEFAULT;
        DataPlane fenceless = new DataPlane(
                usual.registrationNanos(),
                usual.registrationNanosPerBlock(),
                false,
                false,
                false,
                0,
                usual.deathDetectionNanos(),
                false,
                0);
        return Script.of(Profile.of(Preset.HARDENED), Script.world().dataPlane(fenceless), pins());
    }

    @Test
    void aQuarantineThatAFenceCouldHaveEndedBreaksI15() {
        SlotView left = new SlotView(1, State.QUARANTINED, null, 0, 7);
        assertThat(Script.of(pins()).slots(A, left).end()).hasSize(1);
        assertThat(withoutFences().slots(A, left).end()).isEmpty();
    }

    private static Script storeHeldForAWrite(Script script) {
        SlotsQuarantined held = new SlotsQuarantined(7, TierResult.Direction.STORE, SLOTS);
        return script.emit(A, pinned())
                .emit(A, new WritePosted(B, 1, 1, SLOTS, SLOTS, List.of(key("a"), key("b"))))
                .emit(A, held);
    }

    @Test
    void slotsHeldForAWriteWhoseEndNobodyLearnsBreakI15OnlyWhereAFenceCouldEndIt() {
        SlotView read = new SlotView(SLOTS.get(0), State.PINNED, key("a"), 1, 0);
        SlotView readAndPinned = new SlotView(SLOTS.get(0), State.PINNED, key("a"), 2, 0);
        assertThat(storeHeldForAWrite(withoutFences()).slots(A, read).end()).isEmpty();
        assertThat(storeHeldForAWrite(withoutFences()).slots(A, readAndPinned).end())
                .hasSize(1);
        assertThat(storeHeldForAWrite(Script.of(pins())).slots(A, read).end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("a fence could end it"));
    }

    @Test
    void slotsOfAStoreOfWhichADeadDataPlaneWasToReadOneAreHeldForThatWrite() {
        SlotView read = new SlotView(SLOTS.get(0), State.PINNED, key("a"), 1, 0);
        SlotView beside = new SlotView(SLOTS.get(1), State.PINNED, key("b"), 1, 0);
        SlotList one = SlotList.of(SLOTS.get(0));
        Script script = withoutFences()
                .emit(A, pinned())
                .emit(A, new WriteStarted(B, "r1", 0, 1, List.of(7L), List.of(key("a")), one, one, 1))
                .emit(A, new SlotsQuarantined(7, TierResult.Direction.STORE, SLOTS));
        assertThat(script.slots(A, read, beside).end()).isEmpty();
    }

    @Test
    void slotsThatStayHeldAfterTheWriteEndedBreakI15() {
        SlotView left = new SlotView(SLOTS.get(0), State.PINNED, key("a"), 1, 0);
        assertThat(storeHeldForAWrite(withoutFences())
                        .emit(A, new TransferEnded(B, 1, false, "failed"))
                        .slots(A, left)
                        .end())
                .hasSize(1);
    }

    @Test
    void aWriteOfAnEarlierLifeExcusesNothingThatTheNextOneHolds() {
        SlotView left = new SlotView(SLOTS.get(0), State.PINNED, key("a"), 1, 0);
        Script script = storeHeldForAWrite(withoutFences()).kill(A).start(A);
        script.emit(A, pinned()).emit(A, new SlotsQuarantined(7, TierResult.Direction.STORE, SLOTS));
        assertThat(script.slots(A, left).end()).hasSize(1);
    }

    @Test
    void aBudgetCountsPinnedAndNotQuarantinedSlots() {
        Script script = Script.of(new PinsChecker(25_000_000_000L))
                .emit(A, pinned())
                .at(10)
                .emit(A, new SlotsQuarantined(7, TierResult.Direction.STORE, SLOTS))
                .at(50);
        assertThat(script.end()).isEmpty();
        assertThat(script.laws().slotTimes().get(0)).isEqualTo(new SlotTime(A, 20_000_000_000L, 80_000_000_000L, 2, 2));
        Script over = Script.of(new PinsChecker(15_000_000_000L))
                .emit(A, pinned())
                .at(10)
                .emit(A, new SlotsUnpinned(7, SLOTS));
        assertThat(over.end())
                .singleElement()
                .satisfies(violation -> assertThat(violation.what()).contains("budget"));
    }

    @Test
    void theSlotsOfACrashedEngineAreCountedUntilItsDeath() {
        Script script = Script.of(pins()).emit(A, pinned()).at(3).emit(A, new EngineCrashed(1, "an assertion"));
        assertThat(script.at(200).end()).isEmpty();
        assertThat(script.laws().slotTimes().get(0).pinnedSlotNanos()).isEqualTo(6_000_000_000L);
    }
}
