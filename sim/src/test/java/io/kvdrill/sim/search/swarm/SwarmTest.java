package io.kvdrill.sim.search.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.search.swarm.Feature.Kind;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldValidation;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What is drawn can be run, again and again, and has what its mask says. */
class SwarmTest {
    private static final Profile HARDENED = Profile.of(Preset.HARDENED);
    private static final Swarm SWARM = Swarm.standard();

    @Test
    void everyDrawnWorldIsValidUnderEveryPreset() {
        EventCatalogue vocabulary = new EventCatalogue();
        List<Preset> presets = List.of(Preset.VLLM_2026_08, Preset.VLLM_2026_10, Preset.HARDENED);
        for (long seed = 0; seed < 1_500; seed++) {
            Profile base = Profile.of(presets.get((int) (seed % presets.size())));
            assertThat(WorldValidation.problems(SWARM.draw(base, seed).world(), vocabulary))
                    .as("seed " + seed)
                    .isEmpty();
        }
    }

    @Test
    void aSeedIsAlwaysDrawnAlike() {
        for (long seed = -20; seed < 200; seed++) {
            SwarmCase once = SWARM.draw(HARDENED, seed);
            SwarmCase again = Swarm.standard().draw(HARDENED, seed);
            assertThat(again.world()).isEqualTo(once.world());
            assertThat(again.profile().overridden()).isEqualTo(once.profile().overridden());
            assertThat(again.features()).isEqualTo(once.features());
        }
    }

    @Test
    void everyFeatureAndEveryKindOfFaultIsDrawn() {
        EnumSet<Feature> features = EnumSet.noneOf(Feature.class);
        Set<String> faults = new TreeSet<>();
        for (long seed = 0; seed < 600; seed++) {
            SwarmCase drawn = SWARM.draw(HARDENED, seed);
            features.addAll(drawn.features().features());
            drawn.world().faults().forEach(spec -> faults.add(spec.fault().word()));
        }
        assertThat(features).containsExactlyInAnyOrder(Feature.values());
        assertThat(faults)
                .containsExactlyInAnyOrder(
                        "kill",
                        "restart",
                        "power_off",
                        "shut_down",
                        "reset_cache",
                        "pause",
                        "stall_step",
                        "partition",
                        "reset",
                        "drop_connection",
                        "delay",
                        "hold",
                        "drop",
                        "registration",
                        "writes",
                        "frame",
                        "step_clock",
                        "drift_clock");
    }

    /** Two loads that only fit one at a time would evict each other's blocks for ever. */
    @Test
    void anyTwoPromptsThatLoadAtAPeerFitIntoItsSlotsTogether() {
        for (long seed = 0; seed < 2_000; seed++) {
            World world = SWARM.draw(HARDENED, seed).world();
            for (PeerSpec peer : world.peers()) {
                List<Long> blocks = world.requests().stream()
                        .filter(request -> peer.name().equals(request.consume()) && request.mode() != Mode.LOCAL)
                        .map(request ->
                                request.prompt().tokens() / world.model().tokensPerBlock())
                        .filter(count -> count <= peer.slots())
                        .sorted(Comparator.reverseOrder())
                        .limit(2)
                        .toList();
                long both = blocks.stream().mapToLong(Long::longValue).sum();
                assertThat(both).as("seed " + seed + ", " + peer.name()).isLessThanOrEqualTo(peer.slots());
            }
        }
    }

    @Test
    void someRunsHaveNoFaultAndSomeHaveOneKindOnly() {
        int without = 0;
        int restartsOnly = 0;
        for (long seed = 0; seed < 600; seed++) {
            SwarmCase drawn = SWARM.draw(HARDENED, seed);
            List<FaultSpec> faults = drawn.world().faults();
            without += faults.isEmpty() ? 1 : 0;
            restartsOnly += !faults.isEmpty()
                            && faults.stream()
                                    .allMatch(spec -> spec.fault().word().equals("restart"))
                    ? 1
                    : 0;
        }
        assertThat(without).isPositive();
        assertThat(restartsOnly).isPositive();
    }

    @Test
    void aWorldHasWhatItsMaskSaysAndNothingElse() {
        for (long seed = 0; seed < 600; seed++) {
            SwarmCase drawn = SWARM.draw(HARDENED, seed);
            FeatureMask mask = drawn.features();
            assertThat(drawn.world().heal() != null).isEqualTo(mask.has(Feature.HEALING));
            if (!mask.hasAny(Kind.FAULTS)) {
                assertThat(drawn.world().faults()).isEmpty();
            }
            if (!mask.hasAny(Kind.PROFILE)) {
                assertThat(drawn.profile().overridden()).isEmpty();
                assertThat(drawn.profile().name()).isEqualTo("hardened");
            }
            if (!mask.has(Feature.EDGES)) {
                assertThat(drawn.world().faults()).noneMatch(spec -> spec.at() instanceof Moment.Edge);
                assertThat(drawn.world().requests()).noneMatch(request -> request.arrival() instanceof Moment.Edge);
            }
        }
    }

    @Test
    void featuresThatTheGrammarForbidsAreNeverDrawn() {
        Swarm calm = new Swarm(SwarmGrammar.standard().without(Feature.of(Kind.FAULTS)));
        Swarm symmetric = new Swarm(SwarmGrammar.standard().only(Set.of(Feature.SYMMETRIC)));
        for (long seed = 0; seed < 100; seed++) {
            assertThat(calm.draw(HARDENED, seed).world().faults()).isEmpty();
            assertThat(symmetric.draw(HARDENED, seed).features().features()).containsExactly(Feature.SYMMETRIC);
        }
    }

    @Test
    void aGrammarThatCanProduceNothingIsRefused() {
        SwarmGrammar nothing = SwarmGrammar.standard().without(Feature.of(Kind.REQUESTS));
        assertThat(nothing.problems())
                .singleElement()
                .asString()
                .contains("no kind of request", "pd, symmetric, local");
        assertThatThrownBy(() -> new Swarm(nothing)).isInstanceOf(IllegalArgumentException.class);
        assertThat(new SwarmGrammar(EnumSet.of(Feature.PD), 1, 1, 0).problems())
                .singleElement()
                .asString()
                .contains("one peer alone");
        assertThat(new SwarmGrammar(EnumSet.of(Feature.PD), 0, 0, -1).problems())
                .hasSize(1);
    }
}
