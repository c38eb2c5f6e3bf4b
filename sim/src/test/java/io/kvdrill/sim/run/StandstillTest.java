package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.PROMPT;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.events;
import static io.kvdrill.sim.run.Worlds.run;
import static io.kvdrill.sim.run.Worlds.twoAcquainted;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.WorldBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Drains, shutdowns and losses of power. */
class StandstillTest {
    private static WorldBuilder pd() {
        return twoAcquainted("standstill").requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"));
    }

    private static WorldBuilder parked() {
        return twoAcquainted("parked")
                .requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode")
                        .dispatched(new Dispatch.Legs(Moment.at(SECOND), null)));
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aResetOfAnIdleCacheEmptiesIt(Preset preset) {
        RunResult result = run(
                pd().fault(Moment.at(200 * SECOND), new Fault.ResetCache("prefill"))
                        .build(),
                preset);
        assertThat(events(result, EngineEvent.CacheReset.class)).hasSize(1);
        assertThat(result.peers().get(0).slots()).allMatch(slot -> slot.state() == SlotView.State.FREE);
    }

    @Test
    void aResetWithParkedStoresCrashesTheEngineOfAugust() {
        RunResult result = run(
                parked().fault(Moment.at(5 * SECOND), new Fault.ResetCache("prefill"))
                        .build(),
                Preset.VLLM_2026_08);
        assertThat(result.peers().get(0).crash()).contains("1 jobs have no result");
    }

    @Test
    void aHardenedTierSettlesParkedStoresFirst() {
        RunResult result = run(
                parked().fault(Moment.at(5 * SECOND), new Fault.ResetCache("prefill"))
                        .build(),
                Preset.HARDENED);
        assertThat(result.peers().get(0).crash()).isNull();
        assertThat(events(result, EngineEvent.CacheReset.class)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aShutdownInTheMiddleOfAWriteEndsTheProcessInBoundedTime(Preset preset) {
        RunResult result = run(
                pd().fault(Moment.after(Boundary.of("write_started")), new Fault.ShutDown("prefill"))
                        .fault(
                                Moment.at(0),
                                new Fault.Writes(
                                        new Fault.WriteMatch(null, null, 0), Fault.WriteFate.SLOW, 20 * SECOND))
                        .build(),
                preset);
        assertThat(events(result, EngineEvent.ShutdownDone.class))
                .singleElement()
                .satisfies(done -> assertThat(done.tookNanos()).isLessThan(4 * SECOND));
        assertThat(result.peers().get(0).alive()).isFalse();
        assertThat(result.request("r1").finish()).isEqualTo(Finish.LOCAL_PREFILL);
    }

    @Test
    void aHardenedShutdownBreaksNoLaw() {
        RunResult result = new SimulatedRun(
                        pd().fault(Moment.after(Boundary.of("write_started")), new Fault.ShutDown("prefill"))
                                .build(),
                        Profile.of(Preset.HARDENED),
                        RunOptions.of(1, TierFactory.own()).observedBy(Laws.standard()))
                .run();
        assertThat(result.violations()).isEmpty();
    }

    @Test
    void aPeerThatWasShutDownIsBackOnceTheWorldHasHealed() {
        RunResult result = run(
                pd().fault(Moment.at(5 * SECOND), new Fault.ShutDown("prefill"))
                        .healAt(Moment.at(20 * SECOND))
                        .build(),
                Preset.HARDENED);
        assertThat(result.peers().get(0).alive()).isTrue();
        assertThat(result.peers().get(0).incarnation()).isEqualTo(2);
    }

    @Test
    void aPeerThatIsShutDownInTheMomentInWhichTheWorldHealsIsBack() {
        RunResult result = run(
                pd().fault(Moment.at(20 * SECOND), new Fault.ShutDown("prefill"))
                        .healAt(Moment.at(20 * SECOND))
                        .build(),
                Preset.HARDENED);
        assertThat(result.peers().get(0).alive()).isTrue();
        assertThat(result.peers().get(0).incarnation()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aLossOfPowerIsOnlyNoticedByHeartbeats(Preset preset) {
        RunResult result = run(
                pd().fault(Moment.after(Boundary.of("write_started")), new Fault.PowerOff("prefill"))
                        .build(),
                preset);
        long died = result.trace().entries().stream()
                .filter(entry -> entry.event() instanceof SessionEvent.SessionDied)
                .findFirst()
                .orElseThrow(() -> new AssertionError(Worlds.dump(result)))
                .worldNanos();
        assertThat(died).isBetween(9 * SECOND, 14 * SECOND);
        assertThat(result.request("r1").finish()).isEqualTo(Finish.LOCAL_PREFILL);
    }

    @Test
    void theTimeThatSlotsArePinnedIsHeldAgainstItsBudget() {
        RunResult result = run(
                parked().expect(
                                new Expectation.PinnedAtMost("prefill", 256 * 61 * SECOND),
                                new Expectation.PinnedAtMost("decode", 0),
                                new Expectation.PinnedAtMost(null, 256 * 59 * SECOND))
                        .build(),
                Preset.HARDENED);
        assertThat(result.expectations()).extracting(ExpectationOutcome::met).containsExactly(true, true, false);
    }

    @Test
    void aTierThatIsAlwaysDueEndsTheRunAsALivelock() {
        TierFactory restless = settings -> new ForwardingTier(TierFactory.own().create(settings)) {
            @Override
            public long nextDeadlineNanos() {
                return 0;
            }
        };
        RunResult result =
                new SimulatedRun(pd().build(), Profile.of(Preset.HARDENED), RunOptions.of(1, restless)).run();
        assertThat(result.verdict()).isEqualTo(Verdict.UNSETTLED);
        assertThat(result.end().detail()).contains("livelock").contains("10.0.0.1:5710");
        assertThat(result.virtualNanos()).isLessThan(1_000 * SECOND);
    }
}
