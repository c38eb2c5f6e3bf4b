package io.kvdrill.sim.search.swarm;

import io.kvdrill.sim.search.swarm.Feature.Kind;
import java.util.EnumSet;
import java.util.List;

/** Which features a run has: each kind is drawn sparsely, evenly or densely; faults are often of one kind only. */
final class MaskDraw {
    private static final List<Feature> SUBTLE = List.of(
            Feature.RESTARTS,
            Feature.PAUSES,
            Feature.CONNECTION_LOSS,
            Feature.LATE_MESSAGES,
            Feature.LOST_MESSAGES,
            Feature.WRITE_FAULTS,
            Feature.WRITE_FAULTS,
            Feature.HOSTILE_FRAMES);

    private final Dice dice;
    private final SwarmGrammar grammar;
    private final EnumSet<Feature> mask = EnumSet.noneOf(Feature.class);

    MaskDraw(Dice dice, SwarmGrammar grammar) {
        this.dice = dice;
        this.grammar = grammar;
    }

    FeatureMask mask() {
        likely(Feature.PD, 0.6);
        likely(Feature.SYMMETRIC, 0.6);
        likely(Feature.LOCAL, 0.25);
        if (mask.isEmpty()) {
            one(Kind.REQUESTS);
        }
        some(Kind.WORKLOAD, dice.any(0.1, 0.3, 0.6));
        // Without these, most requests would find nothing to pull, and nobody to pull it from.
        likely(Feature.ACQUAINTED, 0.75);
        likely(Feature.WARM_CACHES, 0.75);
        some(Kind.CLUSTER, dice.any(0.05, 0.2, 0.5));
        some(Kind.PROFILE, dice.any(0.0, 0.2, 0.5));
        likely(Feature.SCALED_TIMEOUTS, 0.33);
        some(Kind.PLACEMENT, 0.6);
        // A limit that ends sessions for good leaves no recovery to be judged.
        if (mask.contains(Feature.HEALING) && mask.contains(Feature.SMALL_LIMITS)) {
            mask.remove(dice.any(Feature.HEALING, Feature.SMALL_LIMITS));
        }
        switch (dice.weighted(1, 4, 4, 3)) {
            case 0 -> {} // nothing goes wrong
            case 1 -> oneFault();
            case 2 -> {
                oneFault();
                oneFault();
            }
            default -> some(Kind.FAULTS, 0.4);
        }
        // What runs while something goes wrong must run for a while.
        if (mask.contains(Feature.HOSTILE_FRAMES) || mask.contains(Feature.WRITE_FAULTS)) {
            likely(Feature.LONG_WRITES, mask.contains(Feature.HOSTILE_FRAMES) ? 0.6 : 0.4);
        }
        // What is said in another's name matters most where something else goes wrong, too.
        if (mask.contains(Feature.HOSTILE_FRAMES)) {
            likely(Feature.WRITE_FAULTS, 0.5);
            likely(Feature.IMPATIENT_CLIENTS, 0.3);
        }
        return new FeatureMask(mask);
    }

    private void some(Kind kind, double probability) {
        for (Feature feature : Feature.of(kind)) {
            boolean drawn = dice.chance(probability);
            if (drawn && grammar.allows(feature)) {
                mask.add(feature);
            }
        }
    }

    private void likely(Feature feature, double probability) {
        boolean drawn = dice.chance(probability);
        if (drawn && grammar.allows(feature)) {
            mask.add(feature);
        }
    }

    /** Those of which there are many sorts, and which leave everybody alive, more often. */
    private void oneFault() {
        if (dice.coin()) {
            one(Kind.FAULTS);
        } else {
            List<Feature> allowed = SUBTLE.stream().filter(grammar::allows).toList();
            if (!allowed.isEmpty()) {
                mask.add(dice.any(allowed));
            }
        }
    }

    private void one(Kind kind) {
        List<Feature> allowed =
                Feature.of(kind).stream().filter(grammar::allows).toList();
        if (!allowed.isEmpty()) {
            mask.add(dice.any(allowed));
        }
    }
}
