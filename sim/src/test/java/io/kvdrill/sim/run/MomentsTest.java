package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.PROMPT;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.run;
import static io.kvdrill.sim.run.Worlds.twoAcquainted;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.WorldBuilder;
import org.junit.jupiter.api.Test;

/** When moments come. */
class MomentsTest {
    private static final Fault STROKE = new Fault.StallStep("decode", 1);

    private static WorldBuilder pd() {
        return twoAcquainted("moments").requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"));
    }

    private static long timeOf(RunResult result, Class<? extends TraceEvent> type) {
        return result.trace().entries().stream()
                .filter(entry -> type.isInstance(entry.event()))
                .findFirst()
                .orElseThrow(() -> new AssertionError(Worlds.dump(result)))
                .worldNanos();
    }

    private static long struck(WorldBuilder world, Preset preset) {
        return timeOf(run(world.build(), preset), FaultEvent.FaultStruck.class);
    }

    @Test
    void aTimeIsATimeOfTheRun() {
        assertThat(struck(pd().fault(Moment.at(1234), STROKE), Preset.HARDENED)).isEqualTo(1234);
    }

    @Test
    void aMomentAfterAnEventComesAtTheVeryEventAndADelayedOneLater() {
        RunResult result = run(
                pd().fault(Moment.after(Boundary.of("load_started").with("request", "r1")), STROKE)
                        .build(),
                Preset.HARDENED);
        assertThat(timeOf(result, FaultEvent.FaultStruck.class))
                .isEqualTo(timeOf(result, ClientEvent.LoadStarted.class));
        assertThat(struck(pd().fault(Moment.after(Boundary.of("load_started"), 77), STROKE), Preset.HARDENED))
                .isEqualTo(timeOf(result, ClientEvent.LoadStarted.class) + 77);
    }

    @Test
    void theStrikeIsRecordedRightAfterWhatItWaitedFor() {
        RunResult result = run(
                pd().fault(Moment.after(Boundary.sent("transfer_done")), STROKE).build(), Preset.HARDENED);
        for (int i = 1; i < result.trace().entries().size(); i++) {
            if (result.trace().entries().get(i).event() instanceof FaultEvent.FaultStruck) {
                assertThat(result.trace().entries().get(i - 1).event().toString())
                        .startsWith("MessageSent[")
                        .contains("TransferDone");
                assertThat(result.trace().entries().get(i).cause())
                        .isEqualTo(result.trace().entries().get(i - 1).sequence());
            }
        }
    }

    @Test
    void theNthOccurrenceCountsOnlyThoseThatMatch() {
        WorldBuilder world = twoAcquainted("nth")
                .requests(
                        RequestSpec.local("r1", SECOND, PROMPT, "decode"),
                        RequestSpec.local("r2", 2 * SECOND, PROMPT, "prefill"),
                        RequestSpec.local("r3", 3 * SECOND, PROMPT, "decode"));
        Moment third = new Moment.After(Boundary.of("request_entered").at("decode"), 3, 0, null);
        assertThat(struck(world.fault(third, STROKE), Preset.HARDENED)).isEqualTo(3 * SECOND);
    }

    @Test
    void aMomentWhoseLimitPassedFirstNeverComesAndIsReported() {
        RunResult result = run(
                pd().fault(
                                new Moment.After(
                                        Boundary.received("transfer_done"), 1, 0, Boundary.sent("transfer_done")),
                                STROKE)
                        .build(),
                Preset.HARDENED);
        assertThat(result.missedMoments()).hasSize(1);
        assertThat(result.missedMoments().get(0))
                .startsWith("fault faults[0] (stall_step): ")
                .endsWith("sent transfer_done happened first");
    }

    @Test
    void aDelayedMomentWhoseLimitPassesInTheMeantimeNeverComes() {
        RunResult result = run(
                pd().fault(
                                new Moment.After(
                                        Boundary.of("load_started").at("decode").with("request", "r1"),
                                        1,
                                        30 * SECOND,
                                        Boundary.received("transfer_done")),
                                STROKE)
                        .build(),
                Preset.HARDENED);
        assertThat(result.trace().entries()).noneMatch(entry -> entry.event() instanceof FaultEvent.FaultStruck);
        assertThat(result.verdict()).isEqualTo(Verdict.UNEXPECTED);
        assertThat(result.missedMoments())
                .containsExactly("fault faults[0] (stall_step): received transfer_done happened first");
    }

    @Test
    void aDelayedMomentComesWhenItsTimeIsUpBeforeItsLimit() {
        Moment guarded = new Moment.After(Boundary.of("load_started"), 1, 77, Boundary.received("transfer_done"));
        assertThat(struck(pd().fault(guarded, STROKE), Preset.HARDENED))
                .isEqualTo(struck(pd().fault(Moment.after(Boundary.of("load_started"), 77), STROKE), Preset.HARDENED));
    }

    @Test
    void whatTheWorldRecordsOfAPeerHappensAtThatPeer() {
        Fault kill = new Fault.Kill("prefill", Fault.Plane.BOTH);
        RunResult result = run(
                pd().fault(Moment.at(2 * SECOND), kill)
                        .fault(Moment.after(Boundary.of("process_killed").at("prefill"), 7), STROKE)
                        .fault(Moment.after(Boundary.of("process_killed").at("decode")), STROKE)
                        .build(),
                Preset.HARDENED);
        assertThat(result.trace().entries().stream()
                        .filter(entry -> entry.event() instanceof FaultEvent.FaultStruck)
                        .map(entry -> entry.worldNanos()))
                .containsExactly(2 * SECOND, 2 * SECOND + 7);
        assertThat(result.missedMoments())
                .containsExactly("fault faults[2] (stall_step): process_killed at decode did not happen");
    }

    @Test
    void whatDidNotComeSaysWhatItWaitedFor() {
        RunResult result = run(
                pd().fault(Moment.after(Boundary.of("load_timed_out").at("decode")), STROKE)
                        .fault(new Moment.After(Boundary.of("load_started").with("request", "r1"), 3, 0, null), STROKE)
                        .fault(Moment.after(Boundary.of("load_started").with("request", "r1"), 3000 * SECOND), STROKE)
                        .until(new End.AtTime(4 * SECOND))
                        .build(),
                Preset.HARDENED);
        assertThat(result.missedMoments())
                .containsExactly(
                        "fault faults[0] (stall_step): load_timed_out at decode did not happen",
                        "fault faults[1] (stall_step): load_started (request r1) happened once, not 3 times",
                        "fault faults[2] (stall_step): the run ended before that");
    }

    @Test
    void anEdgeLiesAtTheDeadlineInThePeersOwnTime() {
        WorldBuilder world = pd().fault(
                        Moment.at(0),
                        new Fault.DropMessage(new Fault.MessageMatch(null, null, "transfer_done", null), 1));
        RunResult result = run(world.build(), Preset.HARDENED);
        long deadline = timeOf(result, ClientEvent.LoadTimedOut.class);
        for (long offset = -1; offset <= 1; offset++) {
            RunResult edge = run(
                    pd().fault(
                                    Moment.at(0),
                                    new Fault.DropMessage(new Fault.MessageMatch(null, null, "transfer_done", null), 1))
                            .fault(
                                    new Moment.Edge("load_timeout_pd", "decode", 1, offset),
                                    new Fault.StepClock("prefill", 0))
                            .build(),
                    Preset.HARDENED);
            long struck = edge.trace().entries().stream()
                    .filter(entry -> entry.event() instanceof FaultEvent.FaultStruck strike
                            && strike.what().startsWith("step_clock"))
                    .findFirst()
                    .orElseThrow()
                    .worldNanos();
            assertThat(struck).isEqualTo(deadline + offset);
        }
    }

    @Test
    void anEdgeOfADeadlineThatAProfileDoesNotHaveIsReported() {
        RunResult result = run(
                pd().fault(new Moment.Edge("handshake_timeout", null, 1, 0), STROKE)
                        .build(),
                Preset.VLLM_2026_08);
        assertThat(result.missedMoments()).singleElement().asString().contains("no handshake_timeout");
    }

    @Test
    void momentsCanReferToEachOtherToFaultsAndToRequests() {
        WorldBuilder world = pd().moment("early", Moment.at(100))
                .fault(FaultSpec.of(new Moment.Relative("early", 50), STROKE).named("first"))
                .fault(FaultSpec.of(new Moment.Relative("first", 7), STROKE).named("second"))
                .fault(new Moment.Relative("r1", 5), STROKE);
        RunResult result = run(world.build(), Preset.HARDENED);
        assertThat(result.trace().entries().stream()
                        .filter(entry -> entry.event() instanceof FaultEvent.FaultStruck)
                        .map(entry -> entry.worldNanos()))
                .containsExactly(150L, 157L, SECOND + 5);
    }

    @Test
    void aRequestCanArriveAfterSomethingThatHappens() {
        RunResult result = run(
                pd().requests(RequestSpec.local("r2", 0, PROMPT, "decode")
                                .arriving(Moment.after(Boundary.of("load_started"), 40 * MILLI)))
                        .build(),
                Preset.HARDENED);
        assertThat(result.request("r2").arrivedNanos())
                .isEqualTo(timeOf(result, ClientEvent.LoadStarted.class) + 40 * MILLI);
    }

    @Test
    void aLegCanLeaveAfterSomethingThatHappens() {
        RunResult result = run(
                twoAcquainted("leg")
                        .requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode")
                                .dispatched(new Dispatch.Legs(
                                        Moment.at(SECOND), Moment.after(Boundary.of("store_parked"), 3 * SECOND))))
                        .build(),
                Preset.HARDENED);
        assertThat(timeOf(result, ClientEvent.LoadStarted.class)).isGreaterThan(4 * SECOND);
    }
}
