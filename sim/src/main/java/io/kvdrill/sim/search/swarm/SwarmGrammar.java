package io.kvdrill.sim.search.swarm;

import io.kvdrill.sim.search.swarm.Feature.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What may be drawn at all. Everything is bounded so that a run takes about a millisecond.
 *
 * @param allowed features that runs may have, in the order of their declaration
 * @param maxPeers most peers, from 1
 * @param maxRequests most requests before the world heals, from 1
 * @param maxFaults most faults, from 0
 */
public record SwarmGrammar(Set<Feature> allowed, int maxPeers, int maxRequests, int maxFaults) {

    /** Keeps an immutable copy. */
    public SwarmGrammar {
        EnumSet<Feature> copy = EnumSet.noneOf(Feature.class);
        copy.addAll(allowed);
        allowed = Collections.unmodifiableSet(copy);
    }

    /** Every feature; up to 5 peers, 8 requests and 6 faults. */
    public static SwarmGrammar standard() {
        return new SwarmGrammar(EnumSet.allOf(Feature.class), 5, 8, 6);
    }

    /** This grammar without some features. */
    public SwarmGrammar without(Collection<Feature> features) {
        EnumSet<Feature> fewer = EnumSet.noneOf(Feature.class);
        fewer.addAll(allowed);
        fewer.removeAll(features);
        return new SwarmGrammar(fewer, maxPeers, maxRequests, maxFaults);
    }

    /** This grammar with these features only. */
    public SwarmGrammar only(Collection<Feature> features) {
        EnumSet<Feature> kept = EnumSet.noneOf(Feature.class);
        kept.addAll(allowed);
        kept.retainAll(features);
        return new SwarmGrammar(kept, maxPeers, maxRequests, maxFaults);
    }

    /** Whether runs may have it. */
    public boolean allows(Feature feature) {
        return allowed.contains(feature);
    }

    /** Why nothing can be drawn from it, for people; empty if something can. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        if (maxPeers < 1 || maxRequests < 1 || maxFaults < 0) {
            problems.add("at least one peer and one request are needed, and faults cannot be fewer than none; not "
                    + maxPeers + " peers, " + maxRequests + " requests and " + maxFaults + " faults");
        }
        List<Feature> requests = Feature.of(Kind.REQUESTS);
        if (requests.stream().noneMatch(allowed::contains)) {
            problems.add("no kind of request is left, so that nothing would happen; allow one of "
                    + String.join(", ", requests.stream().map(Feature::word).toList()));
        } else if (maxPeers == 1 && !allows(Feature.LOCAL)) {
            problems.add("one peer alone can have local requests only; allow local, or more peers");
        }
        return List.copyOf(problems);
    }
}
