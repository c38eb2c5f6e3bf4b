package io.kvdrill.scenarios.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.Group;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.Trial;
import io.kvdrill.sim.search.coverage.Item.Kind;
import io.kvdrill.sim.search.swarm.Swarm;
import io.kvdrill.sim.search.swarm.SwarmCase;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.World;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sweeps come to the same whatever runs them, and can be cut and continued. */
class SweeperTest {
    private static final Profile AUGUST = Profile.of(Preset.VLLM_2026_08);
    private static final Profile HARDENED = Profile.of(Preset.HARDENED);

    private static SwarmSubject swarm(Profile profile, Trial trial) {
        List<String> arguments = List.of("--profile", profile.name());
        return new SwarmSubject(Swarm.standard(), List.of(new SwarmSubject.Variant("", profile, arguments)), trial);
    }

    private static SweepResult sweep(Profile profile, Sweeper.Options options) {
        return new Sweeper(swarm(profile, new OwnTier()), options).run(result -> {});
    }

    private static Sweeper.Options guided(long first, long last) {
        return new Sweeper.Options(new SeedRange(first, last), Budget.NONE, true, 1, null);
    }

    private static void assertSame(SweepResult one, SweepResult other) {
        assertThat(one.fingerprint()).isEqualTo(other.fingerprint());
        assertThat(one.runs()).isEqualTo(other.runs());
        assertThat(one.failed()).isEqualTo(other.failed());
        assertThat(one.firstFailedRun()).isEqualTo(other.firstFailedRun());
        assertThat(one.groups().inOrder()).isEqualTo(other.groups().inOrder());
        assertThat(one.coverage().reached()).isEqualTo(other.coverage().reached());
    }

    @Test
    void theNumberOfThreadsChangesNothing() {
        Sweeper.Options options = Sweeper.Options.of(new SeedRange(1, 200));
        SweepResult one = sweep(AUGUST, options);
        SweepResult three = sweep(AUGUST, options.on(3));
        assertThat(one.runs()).isEqualTo(200);
        assertThat(one.failed()).isPositive();
        assertSame(one, three);
    }

    @Test
    void theNumberOfThreadsChangesNoGuidedSweep() {
        SweepResult one = sweep(HARDENED, guided(1, 1_200));
        SweepResult two = sweep(HARDENED, guided(1, 1_200).on(2));
        assertThat(one.runs()).isEqualTo(200);
        assertSame(one, two);
    }

    @Test
    void aSweepThatWasCutAndContinuedComesToTheSame(@TempDir Path folder) {
        assertContinues(folder.resolve("plain").toString(), false);
        assertContinues(folder.resolve("guided").toString(), true);
    }

    private static void assertContinues(String folder, boolean guided) {
        SeedRange seeds = new SeedRange(1, guided ? 1_800 : 300);
        SweepResult whole = sweep(HARDENED, new Sweeper.Options(seeds, Budget.NONE, guided, 2, null));
        Budget half = new Budget(128, Long.MAX_VALUE);
        SweepResult cut = sweep(HARDENED, new Sweeper.Options(seeds, half, guided, 2, SweepFile.in(folder, false)));
        assertThat(cut.runs()).isEqualTo(128);
        SweepResult continued =
                sweep(HARDENED, new Sweeper.Options(seeds, Budget.NONE, guided, 2, SweepFile.in(folder, true)));
        assertSame(continued, whole);
    }

    @Test
    void aSweepThatIsStoppedCanBeContinued(@TempDir Path folder) {
        SeedRange seeds = new SeedRange(1, 300);
        SweepResult whole = sweep(HARDENED, Sweeper.Options.of(seeds));
        SweepFile file = SweepFile.in(folder.toString(), false);
        Sweeper sweeper =
                new Sweeper(swarm(HARDENED, new OwnTier()), new Sweeper.Options(seeds, Budget.NONE, false, 2, file));
        SweepResult stopped = sweeper.run(result -> sweeper.stop());
        assertThat(stopped.complete()).isFalse();
        assertThat(stopped.runs()).isBetween(1L, 299L);
        SweepFile again = SweepFile.in(folder.toString(), true);
        assertSame(sweep(HARDENED, new Sweeper.Options(seeds, Budget.NONE, false, 1, again)), whole);
    }

    @Test
    void hardenedKeepsEveryLaw() {
        SweepResult result =
                sweep(HARDENED, Sweeper.Options.of(new SeedRange(1, 1_500)).on(2));
        assertThat(result.groups().inOrder()).isEmpty();
        assertThat(result.failed()).isZero();
    }

    @Test
    void theDefectsOfAugustAreFoundAndToldApart() {
        SweepResult result =
                sweep(AUGUST, Sweeper.Options.of(new SeedRange(1, 600)).on(2));
        assertThat(result.firstFailedRun()).isBetween(1L, 1_000L);
        assertThat(result.groups().inOrder())
                .extracting(group -> group.signature().law())
                .contains("I1", "I2", "I3", "I4", "I10", "I12");
        assertThat(result.groups().inOrder()).extracting(Group::signature).doesNotHaveDuplicates();
    }

    @Test
    void theSmallestSeedOfAGroupFailsSoAlone() {
        SweepResult result = sweep(AUGUST, Sweeper.Options.of(new SeedRange(1, 60)));
        for (Group group : result.groups().inOrder()) {
            SwarmCase drawn = Swarm.standard().draw(AUGUST, group.smallestSeed());
            RunResult run = new OwnTier().runKeepingTrace(drawn.world(), drawn.profile(), drawn.seed());
            assertThat(Signature.each(run))
                    .extracting(Signature.Failure::signature)
                    .contains(group.signature());
        }
    }

    @Test
    void aGuidedSweepReachesMoreWithAsManyRuns() {
        SweepResult plain =
                sweep(HARDENED, Sweeper.Options.of(new SeedRange(1, 500)).on(2));
        SweepResult guided = sweep(HARDENED, guided(1, 3_000).on(2));
        assertThat(guided.runs()).isEqualTo(plain.runs());
        assertThat(guided.coverage().size()).isGreaterThan(plain.coverage().size());
        assertThat(guided.coverage().reached(Kind.BOUNDARY))
                .isGreaterThan(plain.coverage().reached(Kind.BOUNDARY));
    }

    /** Throws for some worlds. */
    private static final class Fragile implements Trial {
        private final Trial own = new OwnTier();

        @Override
        public RunResult run(World world, Profile profile, long seed, ChoiceSource choices, Keep keep) {
            if (seed % 4 == 0) {
                throw new IllegalStateException("the tier of seed " + seed + " fell over");
            }
            return own.run(world, profile, seed, choices, keep);
        }
    }

    @Test
    void whatIsThrownIsAGroupAndTheSweepGoesOn() {
        SweepResult result =
                new Sweeper(swarm(HARDENED, new Fragile()), Sweeper.Options.of(new SeedRange(1, 40))).run(any -> {});
        assertThat(result.runs()).isEqualTo(40);
        assertThat(result.failed()).isEqualTo(10);
        assertThat(result.groups().inOrder()).singleElement().satisfies(group -> {
            assertThat(group.signature().law()).isEqualTo(Signature.THREW);
            assertThat(group.signature().event()).isEqualTo("IllegalStateException");
            assertThat(group.smallestSeed()).isEqualTo(4);
            assertThat(group.what()).contains("seed 4 fell over");
        });
    }
}
