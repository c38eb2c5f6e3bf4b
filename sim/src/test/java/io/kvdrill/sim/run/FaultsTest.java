package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.PROMPT;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.events;
import static io.kvdrill.sim.run.Worlds.run;
import static io.kvdrill.sim.run.Worlds.twoAcquainted;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.network.NetworkEvent;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.DataPlane;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.HostileFrame;
import io.kvdrill.sim.world.Fault.MessageMatch;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.Fault.RegistrationFate;
import io.kvdrill.sim.world.Fault.WriteFate;
import io.kvdrill.sim.world.Fault.WriteMatch;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each fault does to the world what it says. */
class FaultsTest {
    private static final MessageMatch TRANSFER_DONE = new MessageMatch("prefill", "decode", "transfer_done", null);

    private static WorldBuilder pd() {
        return twoAcquainted("fault").requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"));
    }

    private static long time(RunResult result, Predicate<TraceEntry> which) {
        return result.trace().entries().stream()
                .filter(which)
                .findFirst()
                .orElseThrow(() -> new AssertionError(Worlds.dump(result)))
                .worldNanos();
    }

    private static long doneArrives(RunResult result) {
        return time(result, entry -> entry.event() instanceof ClientEvent.LoadEnded);
    }

    @Test
    void aPausedProcessTakesNoStepUntilItGoesOn() {
        RunResult result = run(
                pd().fault(FaultSpec.lasting(
                                Moment.after(Boundary.of("write_started")), 3 * SECOND, new Fault.Pause("prefill")))
                        .build(),
                Preset.HARDENED);
        long paused = time(result, entry -> entry.event() instanceof FaultEvent.ProcessPaused);
        long resumed = time(result, entry -> entry.event() instanceof FaultEvent.ProcessResumed);
        assertThat(resumed - paused).isEqualTo(3 * SECOND);
        assertThat(result.trace().entries().stream()
                        .filter(entry -> entry.peer().equals("10.0.0.1:5710")
                                && entry.worldNanos() > paused
                                && entry.worldNanos() < resumed)
                        .map(TraceEntry::event))
                .allMatch(event -> event instanceof FabricEvent || event instanceof NetworkEvent);
        assertThat(result.request("r1").finish()).isEqualTo(Finish.REMOTE_KV);
    }

    @Test
    void aStalledStepDelaysWhatFollows() {
        RunResult result = run(
                pd().fault(Moment.after(Boundary.of("write_started")), new Fault.StallStep("prefill", 2 * SECOND))
                        .build(),
                Preset.HARDENED);
        assertThat(doneArrives(result)).isGreaterThan(3 * SECOND);
    }

    @Test
    void aPartitionStopsMessagesOneWayAndLetsThemThroughAfterwards() {
        RunResult result = run(
                pd().fault(FaultSpec.lasting(
                                Moment.after(Boundary.of("write_started")),
                                3 * SECOND,
                                new Fault.Partition("prefill", "decode", Plane.CONTROL, true)))
                        .build(),
                Preset.HARDENED);
        assertThat(doneArrives(result)).isGreaterThan(4 * SECOND);
        assertThat(result.request("r1").finish()).isEqualTo(Finish.REMOTE_KV);
    }

    @Test
    void aPartitionOfTheDataPlaneHoldsAWriteUp() {
        RunResult result = run(
                pd().fault(FaultSpec.lasting(
                                Moment.after(Boundary.of("write_posted")),
                                100 * MILLI,
                                new Fault.Partition("prefill", "decode", Plane.DATA, false)))
                        .build(),
                Preset.HARDENED);
        assertThat(doneArrives(result)).isGreaterThan(1_250 * MILLI);
        assertThat(result.request("r1").finish()).isEqualTo(Finish.REMOTE_KV);
    }

    @Test
    void aResetIsNoticedOnBothSides() {
        RunResult result = run(
                pd().fault(Moment.at(900 * MILLI), new Fault.ResetConnection("prefill", "decode"))
                        .build(),
                Preset.HARDENED);
        assertThat(events(result, SessionEvent.SessionDied.class)).hasSizeGreaterThanOrEqualTo(2);
    }

    @Test
    void aConnectionThatIsDroppedSilentlyIsFoundByHeartbeats() {
        RunResult result = run(
                pd().fault(Moment.at(900 * MILLI), new Fault.DropConnection("prefill", "decode"))
                        .build(),
                Preset.HARDENED);
        long died = time(result, entry -> entry.event() instanceof SessionEvent.SessionDied);
        assertThat(died).isBetween(9 * SECOND, 14 * SECOND);
    }

    @Test
    void delayedMessagesArriveLater() {
        RunResult result = run(
                pd().fault(Moment.at(0), new Fault.DelayMessages(TRANSFER_DONE, 700 * MILLI))
                        .build(),
                Preset.HARDENED);
        assertThat(doneArrives(result)).isBetween(1_850 * MILLI, 2_100 * MILLI);
    }

    @Test
    void aDroppedTransferDoneLeavesTheConsumerToItsTimeout() {
        RunResult result = run(
                pd().fault(Moment.at(0), new Fault.DropMessage(TRANSFER_DONE, 1))
                        .build(),
                Preset.HARDENED);
        assertThat(doneArrives(result)).isGreaterThan(31 * SECOND);
        assertThat(result.request("r1").finish()).isEqualTo(Finish.LOCAL_PREFILL);
    }

    @ParameterizedTest
    @EnumSource(
            value = WriteFate.class,
            names = {"REFUSED", "THROWS", "REPORTED_FAILED", "FAILS", "STALLS", "COMPLETION_LOST"})
    void aWriteThatGoesWrongEndsInALocalPrefill(WriteFate fate) {
        RunResult result = run(
                pd().fault(Moment.at(0), new Fault.Writes(new WriteMatch("prefill", "decode", 1), fate, 0))
                        .build(),
                Preset.HARDENED);
        assertThat(result.request("r1").finish()).as(() -> Worlds.dump(result)).isEqualTo(Finish.LOCAL_PREFILL);
        assertThat(result.end().detail()).isEqualTo("no event is pending");
        assertThat(events(result, ServerEvent.DemandReceived.class)).isNotEmpty();
    }

    /** What the swarm draws with seed 20018. */
    @Test
    void slotsOfAWriteThatNothingEndsAreHeldAndCountedApart() {
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
        RunResult result = run(
                pd().dataPlane(fenceless)
                        .fault(
                                Moment.at(0),
                                new Fault.Writes(new WriteMatch("prefill", "decode", 1), WriteFate.COMPLETION_LOST, 0))
                        .build(),
                Preset.HARDENED);
        assertThat(result.violations()).as(() -> Worlds.dump(result)).isEmpty();
        assertThat(events(result, EngineEvent.SlotsQuarantined.class))
                .extracting(EngineEvent.SlotsQuarantined::direction)
                .containsExactlyInAnyOrder(Direction.LOAD, Direction.STORE);
        assertThat(events(result, EngineEvent.QuarantineLifted.class)).isEmpty();
    }

    @Test
    void aSlowWriteTakesItsTimeAndALateCompletionIsLate() {
        for (WriteFate fate : List.of(WriteFate.SLOW, WriteFate.COMPLETION_LATE)) {
            RunResult result = run(
                    pd().fault(Moment.at(0), new Fault.Writes(new WriteMatch(null, null, 1), fate, 2 * SECOND))
                            .build(),
                    Preset.HARDENED);
            assertThat(doneArrives(result)).isBetween(3_140 * MILLI, 3_250 * MILLI);
            assertThat(result.request("r1").finish()).isEqualTo(Finish.REMOTE_KV);
        }
    }

    @Test
    void aCorruptedBlockIsFoundWhenItIsRead() {
        RunResult result = run(
                pd().fault(Moment.at(0), new Fault.Writes(new WriteMatch(null, null, 1), WriteFate.CORRUPTED, 0))
                        .build(),
                Preset.HARDENED);
        assertThat(events(result, EngineEvent.BlocksRead.class))
                .anySatisfy(
                        read -> assertThat(read.found()).containsExactly("garbage of transfer 1 by 10.0.0.1:5710#1"));
    }

    @ParameterizedTest
    @EnumSource(RegistrationFate.class)
    void aRegistrationThatGoesWrongKeepsTheConsumerFromPulling(RegistrationFate fate) {
        World world = Worlds.twoPeers("registration")
                .warm("prefill", PROMPT)
                .requests(
                        RequestSpec.symmetric("r1", 0, PROMPT, "prefill", "decode"),
                        RequestSpec.symmetric("r2", 5 * SECOND, PROMPT.then("q", 32), "prefill", "decode"))
                .fault(Moment.at(0), new Fault.Registrations("prefill", null, fate, 10 * SECOND))
                .build();
        RunResult result = run(world, Preset.HARDENED);
        assertThat(result.request("r2").remoteBlocks()).isZero();
        assertThat(events(result, FabricEvent.RegistrationBegan.class)).isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(HostileFrame.class)
    void aHostileFrameNeverCrashesAHardenedEngine(HostileFrame frame) {
        for (String as : List.of("decode", "10.9.9.9:5710", "no-port", "")) {
            RunResult result = run(
                    pd().fault(Moment.at(500 * MILLI), new Fault.SendFrame(as, "prefill", frame))
                            .build(),
                    Preset.HARDENED);
            assertThat(result.peers().get(0).crash()).isNull();
            assertThat(result.request("r1").finish()).isNotNull();
        }
    }

    @Test
    void anIdentityWithoutAPortCrashesTheEngineOfAugust() {
        RunResult result = run(
                pd().fault(Moment.at(500 * MILLI), new Fault.SendFrame("no-port", "prefill", HostileFrame.NOT_A_MAP))
                        .build(),
                Preset.VLLM_2026_08);
        assertThat(result.peers().get(0).crash()).isNotNull();
        assertThat(events(result, EngineEvent.EngineCrashed.class)).hasSize(1);
        assertThat(result.request("r1").finish()).isEqualTo(Finish.FAILED);
    }

    @Test
    void aClockThatJumpsAheadBringsDeadlinesForward() {
        RunResult result = run(
                pd().fault(Moment.at(0), new Fault.DropMessage(TRANSFER_DONE, 1))
                        .fault(Moment.at(5 * SECOND), new Fault.StepClock("decode", 20 * SECOND))
                        .build(),
                Preset.HARDENED);
        assertThat(doneArrives(result)).isBetween(11 * SECOND, 12 * SECOND);
    }

    @Test
    void aFastClockShortensDeadlines() {
        RunResult result = run(
                pd().fault(Moment.at(0), new Fault.DropMessage(TRANSFER_DONE, 1))
                        .fault(Moment.at(0), new Fault.DriftClock("decode", 500_000))
                        .build(),
                Preset.HARDENED);
        assertThat(doneArrives(result)).isBetween(21 * SECOND, 21_300 * MILLI);
    }

    @Test
    void aHealedWorldHasNoFaultsAndAllItsPeers() {
        RunResult result = run(
                pd().requests(
                                RequestSpec.symmetric("wake", 20 * SECOND, PROMPT.then("w", 16), "prefill", "decode"),
                                RequestSpec.pd(
                                        "r2",
                                        30 * SECOND,
                                        io.kvdrill.sim.world.Prompt.of("fresh", 512),
                                        "prefill",
                                        "decode"))
                        .fault(Moment.after(Boundary.of("write_started")), new Fault.Kill("prefill", Plane.BOTH))
                        .fault(Moment.at(SECOND), new Fault.DropMessage(new MessageMatch(null, null, null, null), 0))
                        .fault(Moment.at(12 * SECOND), new Fault.Kill("decode", Plane.BOTH))
                        .healAt(Moment.at(10 * SECOND))
                        .build(),
                Preset.HARDENED);
        assertThat(result.peers()).allMatch(PeerView::alive);
        assertThat(events(result, FaultEvent.FaultMissed.class))
                .anySatisfy(missed -> assertThat(missed.why()).isEqualTo("the world has healed"));
        assertThat(result.request("r2").finish()).as(() -> Worlds.dump(result)).isEqualTo(Finish.REMOTE_KV);
    }

    @Test
    void aFaultOnADeadPeerIsSaidToMiss() {
        RunResult result = run(
                pd().fault(Moment.at(100 * MILLI), new Fault.Kill("prefill", Plane.BOTH))
                        .fault(Moment.at(200 * MILLI), new Fault.StallStep("prefill", SECOND))
                        .build(),
                Preset.HARDENED);
        assertThat(events(result, FaultEvent.FaultMissed.class)).hasSize(1);
    }
}
