package io.kvdrill.sim.search.why;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Worlds;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import org.junit.jupiter.api.Test;

class FuturesTest {
    private static final OwnTier TIER = new OwnTier();
    private static final Profile OLD = Profile.of(Preset.VLLM_2026_08);

    /** The producer dies at a time of its own; whether the consumer's load has begun by then is for the network to say. */
    private static final World RACE = Worlds.twoPeers("race")
            .control(new ControlLink(new Latency.Uniform(2 * MILLI, 60 * MILLI), 0, 1_000))
            .requests(RequestSpec.pd("r", 0, Prompt.of("r", 64), "prefill", "decode"))
            .fault(Moment.at(95 * MILLI), new Fault.Kill("prefill", Fault.Plane.BOTH))
            .build();

    @Test
    void findsTheStepInARunWithChance() {
        RunResult failed = failing(RACE);
        String law = Signature.of(failed).orElseThrow().law();

        Curve curve = new Futures(TIER, 20, 14, () -> true).of(failed, law);

        assertThat(curve.cuts().get(curve.cuts().size() - 1).share()).isEqualTo(1);
        assertThat(curve.cuts()).isSortedAccordingTo((a, b) -> Long.compare(a.atNanos(), b.atNanos()));
        assertThat(curve.cuts()).hasSizeLessThanOrEqualTo(14);
        assertThat(curve.runs()).isGreaterThanOrEqualTo(20 * curve.cuts().size());
    }

    @Test
    void givesTheSameCurveTwice() {
        RunResult failed = failing(RACE);
        String law = Signature.of(failed).orElseThrow().law();

        assertThat(new Futures(TIER, 5, 10, () -> true).of(failed, law))
                .isEqualTo(new Futures(TIER, 5, 10, () -> true).of(failed, law));
    }

    @Test
    void variesWhatTheWorldStatesWhereNothingElseChangesTheOutcome() {
        World exact = Worlds.twoPeers("exact")
                .requests(
                        RequestSpec.pd("hello", 0, Prompt.of("hello", 16), "prefill", "decode"),
                        RequestSpec.pd("r", 2 * SECOND, Prompt.of("r", 64), "prefill", "decode"))
                .fault(Moment.at(2 * SECOND + 30 * MILLI), new Fault.Kill("prefill", Fault.Plane.BOTH))
                .build();
        RunResult failed = TIER.runKeepingTrace(exact, OLD, 1);
        String law = failed.violations().get(0).law();

        Curve curve = new Futures(TIER, 6, 10, () -> true).of(failed, law);

        assertThat(curve.variation().chance()).isFalse();
        assertThat(curve.variation().orders()).isTrue();
    }

    @Test
    void endsWithWhatThereIsWhenItIsTold() {
        RunResult failed = failing(RACE);
        String law = Signature.of(failed).orElseThrow().law();

        assertThat(new Futures(TIER, 5, 20, () -> false).of(failed, law).cuts()).hasSize(1);
    }

    @Test
    void refusesALawThatHolds() {
        RunResult failed = failing(RACE);

        assertThatThrownBy(() -> new Futures(TIER, 5, 5, () -> true).of(failed, "I9"))
                .hasMessage("I9 does not break in the run");
    }

    @Test
    void statesWilsonsInterval() {
        Cut cut = new Cut(0, 20, 5);

        assertThat(cut.share()).isEqualTo(0.25);
        assertThat(cut.low()).isCloseTo(0.1119, within(0.0001));
        assertThat(cut.high()).isCloseTo(0.4687, within(0.0001));
        assertThat(new Cut(0, 40, 40).low()).isCloseTo(0.9124, within(0.0001));
        assertThat(new Cut(0, 40, 0).low()).isZero();
    }

    private static RunResult failing(World world) {
        for (long seed = 1; seed < 50; seed++) {
            RunResult result = TIER.runKeepingTrace(world, OLD, seed);
            if (Signature.of(result).isPresent()) {
                return result;
            }
        }
        throw new AssertionError("no seed of " + world.name() + " fails");
    }
}
