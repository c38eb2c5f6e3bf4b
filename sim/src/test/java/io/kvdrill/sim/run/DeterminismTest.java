package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.PROMPT;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.twoAcquainted;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import org.junit.jupiter.api.Test;

/** The same world, profile and seed give the same trace. */
class DeterminismTest {
    private static final World WORLD = twoAcquainted("jittery")
            .control(new ControlLink(new Latency.Uniform(50_000, 500_000), 0, 1_000))
            .requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"))
            .build();

    private static RunResult run(long seed, Preset preset) {
        return new SimulatedRun(WORLD, Profile.of(preset), RunOptions.of(seed, TierFactory.own())).run();
    }

    @Test
    void twoRunsWithOneSeedHaveOneFingerprint() {
        RunResult first = run(3, Preset.HARDENED);
        RunResult second = run(3, Preset.HARDENED);
        assertThat(second.fingerprint()).isEqualTo(first.fingerprint());
        assertThat(second.events()).isEqualTo(first.events());
        assertThat(second.virtualNanos()).isEqualTo(first.virtualNanos());
    }

    @Test
    void anotherSeedGivesAnotherRun() {
        assertThat(run(4, Preset.HARDENED).fingerprint())
                .isNotEqualTo(run(3, Preset.HARDENED).fingerprint());
    }

    @Test
    void keepingOnlyTheFingerprintDoesNotChangeIt() {
        RunResult kept = run(3, Preset.HARDENED);
        RunResult hashed = new SimulatedRun(
                        WORLD,
                        Profile.of(Preset.HARDENED),
                        RunOptions.of(3, TierFactory.own()).keeping(Keep.FINGERPRINT))
                .run();
        assertThat(hashed.fingerprint()).isEqualTo(kept.fingerprint());
        assertThat(hashed.trace().entries()).isEmpty();
    }

    @Test
    void anObserverChangesNothing() {
        RunResult watched = new SimulatedRun(
                        WORLD,
                        Profile.of(Preset.HARDENED),
                        RunOptions.of(3, TierFactory.own()).observedBy(new LookingObserver()))
                .run();
        assertThat(watched.fingerprint()).isEqualTo(run(3, Preset.HARDENED).fingerprint());
    }

    /** Looks at everything there is to see. */
    private static final class LookingObserver implements RunObserver {
        @Override
        public void onStepEnd(PeerView peer, RunView run) {
            for (PeerView any : run.peers()) {
                assertThat(any.slots()).hasSize(512);
                assertThat(any.jobs()).isNotNull();
                assertThat(any.tierDigest()).isEqualTo(any.tierDigest());
            }
        }
    }
}
