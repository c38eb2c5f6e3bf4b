package io.kvdrill.sim.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.swarm.Feature;
import io.kvdrill.sim.search.swarm.Swarm;
import io.kvdrill.sim.search.swarm.SwarmCase;
import io.kvdrill.sim.search.swarm.SwarmGrammar;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Random clusters, workloads and fault schedules: drawn by the swarm from a seed, out of a grammar that is random, too. What
 * fails shrinks to fewer peers, requests, faults and features that still fail with the same seed.
 */
class SwarmPropertiesTest {
    /** Fixed, so that a build says the same twice; another one searches elsewhere. */
    private static final String SEED = "20261129";

    private static final OwnTier TIER = new OwnTier();
    private static final SwarmGrammar ALL = SwarmGrammar.standard();

    /** A grammar and a seed; nothing else decides a run. */
    record Drawing(SwarmGrammar grammar, long seed) {
        SwarmCase under(Profile profile) {
            return new Swarm(grammar).draw(profile, seed);
        }
    }

    @Provide
    Arbitrary<Drawing> drawings() {
        Arbitrary<Set<Feature>> leftOut = Arbitraries.of(Feature.class).set().ofMaxSize(20);
        return Combinators.combine(
                        Arbitraries.longs().between(0, 1L << 39).dontShrink(),
                        leftOut,
                        Arbitraries.integers().between(2, ALL.maxPeers()),
                        Arbitraries.integers().between(1, ALL.maxRequests()),
                        Arbitraries.integers().between(0, ALL.maxFaults()))
                .as((seed, without, peers, requests, faults) ->
                        new Drawing(new SwarmGrammar(ALL.without(without).allowed(), peers, requests, faults), seed))
                .filter(drawing -> drawing.grammar().problems().isEmpty());
    }

    private static RunResult run(SwarmCase drawn) {
        return TIER.run(drawn.world(), drawn.profile(), drawn.seed());
    }

    /** What no weather excuses; I6 and I14, which depend on what the drawn links allow, are left to the sweep. */
    private static final Set<String> UNCONDITIONAL =
            Set.of("I1", "I2", "I3", "I4", "I5", "I7", "I8", "I9", "I10", "I11", "I12", "I13", "I15");

    @Property(seed = SEED, tries = 40)
    void hardenedKeepsItsLawsInWhateverIsDrawn(@ForAll("drawings") Drawing drawing) {
        RunResult result = run(drawing.under(Profile.of(Preset.HARDENED)));
        assertThat(result.violations())
                .filteredOn(violation -> UNCONDITIONAL.contains(violation.law()))
                .isEmpty();
        assertThat(result.end().capped()).isFalse();
    }

    @Property(seed = SEED, tries = 20)
    void equalDrawingsRunAlike(@ForAll("drawings") Drawing drawing) {
        Profile hardened = Profile.of(Preset.HARDENED);
        assertThat(run(drawing.under(hardened)).fingerprint())
                .isEqualTo(run(drawing.under(hardened)).fingerprint());
    }
}
