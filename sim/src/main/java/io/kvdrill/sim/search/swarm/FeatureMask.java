package io.kvdrill.sim.search.swarm;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What one run has.
 *
 * @param features in the order of their declaration
 */
public record FeatureMask(Set<Feature> features) {

    /** Keeps an immutable copy. */
    public FeatureMask {
        features = Collections.unmodifiableSet(copy(features));
    }

    private static EnumSet<Feature> copy(Collection<Feature> features) {
        return features.isEmpty() ? EnumSet.noneOf(Feature.class) : EnumSet.copyOf(features);
    }

    /** Whether the run has it. */
    public boolean has(Feature feature) {
        return features.contains(feature);
    }

    /** Whether the run has any of this kind. */
    public boolean hasAny(Feature.Kind kind) {
        return features.stream().anyMatch(feature -> feature.kind() == kind);
    }

    @Override
    public String toString() {
        return features.stream().map(Feature::word).collect(Collectors.joining(" "));
    }
}
