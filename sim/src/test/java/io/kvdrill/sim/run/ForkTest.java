package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.kernel.RandomStreams.Fork;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.World;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForkTest {
    private static final long FORK = SECOND + 40 * MILLI;
    private static final World CHANCE = Worlds.twoAcquainted("fork")
            .requests(io.kvdrill.sim.world.RequestSpec.pd("r1", SECOND, Worlds.PROMPT, "prefill", "decode"))
            .control(new ControlLink(new Latency.Uniform(100_000, 400_000), 0, 1_000))
            .build();

    @Test
    void runsAlikeUpToTheForkAndOtherwiseAfterIt() {
        RunResult usual = run(CHANCE, null);
        RunResult forked = run(CHANCE, new Fork(FORK, 2, 0));

        assertThat(upTo(forked, FORK)).isEqualTo(upTo(usual, FORK)).hasSizeGreaterThan(20);
        assertThat(forked.fingerprint()).isNotEqualTo(usual.fingerprint());
    }

    @Test
    void runsAlikeForTheSameFork() {
        Fork fork = new Fork(FORK, 2, 0);

        assertThat(run(CHANCE, fork).fingerprint())
                .isEqualTo(run(CHANCE, fork).fingerprint())
                .isNotEqualTo(run(CHANCE, new Fork(FORK, 3, 0)).fingerprint());
    }

    @Test
    void variesFixedLatenciesOnlyWhereItIsToldTo() {
        World fixed = CHANCE.toBuilder().control(ControlLink.DEFAULT).build();
        RunResult usual = run(fixed, null);
        RunResult jittered = run(fixed, new Fork(FORK, 2, 10));

        assertThat(run(fixed, new Fork(FORK, 2, 0)).fingerprint()).isEqualTo(usual.fingerprint());
        assertThat(jittered.fingerprint()).isNotEqualTo(usual.fingerprint());
        assertThat(upTo(jittered, FORK)).isEqualTo(upTo(usual, FORK));
    }

    private static RunResult run(World world, @org.jspecify.annotations.Nullable Fork fork) {
        RunOptions options = RunOptions.of(1, TierFactory.own()).forkingAt(fork);
        return new SimulatedRun(world, Profile.of(Preset.HARDENED), options).run();
    }

    private static List<TraceEntry> upTo(RunResult result, long nanos) {
        return result.trace().entries().stream()
                .filter(entry -> entry.worldNanos() < nanos)
                .toList();
    }
}
