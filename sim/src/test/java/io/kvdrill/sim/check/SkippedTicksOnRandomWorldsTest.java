package io.kvdrill.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.run.Worlds;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.World;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Idle ticks may be left out whatever goes wrong: random worlds with and without them leave the same trace. */
class SkippedTicksOnRandomWorldsTest {
    private static final long TWENTY_SECONDS = 20_000_000_000L;

    private static World shortWorld(long number) {
        World world = RandomWorlds.world(number);
        return world.toBuilder()
                .onlyExpect(List.of())
                .onlyUnder(List.of())
                .until(new End.AtTime(TWENTY_SECONDS))
                .caps(new Caps(10_000_000, TWENTY_SECONDS, 20_000))
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "HARDENED, 22",
        "HARDENED, 33",
        "HARDENED, 37",
        "HARDENED, 101",
        "VLLM_2026_10, 5",
        "VLLM_2026_10, 57",
        "VLLM_2026_08, 22",
        "VLLM_2026_08, 33",
        "VLLM_2026_08, 106"
    })
    void aRunWithEveryTickLeavesTheSameTrace(Preset preset, long number) {
        World world = shortWorld(number);
        RunOptions options = RunOptions.of(number, TierFactory.own());
        RunResult skipped = new SimulatedRun(world, Profile.of(preset), options).run();
        RunResult ticked = new SimulatedRun(world, Profile.of(preset), options.atEveryTick()).run();
        assertThat(Worlds.firstDifference(ticked, skipped)).isEmpty();
        assertThat(ticked.fingerprint()).isEqualTo(skipped.fingerprint());
        assertThat(ticked.events()).isGreaterThan(skipped.events());
    }
}
