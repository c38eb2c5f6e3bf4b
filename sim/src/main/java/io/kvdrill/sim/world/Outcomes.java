package io.kvdrill.sim.world;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a world states under one profile. */
final class Outcomes {
    private Outcomes() {}

    static List<Expectation> expectations(World world, String profile) {
        Map<String, List<Expectation>> bySubject = new LinkedHashMap<>();
        for (Expectation expectation : world.expectations()) {
            bySubject
                    .computeIfAbsent(expectation.subject(), subject -> new ArrayList<>())
                    .add(expectation);
        }
        for (ProfileOutcome outcome : world.under()) {
            if (outcome.profile().equals(profile)) {
                outcome.drops().forEach(expectation -> bySubject.remove(expectation.subject()));
                outcome.expect().forEach(expectation -> bySubject.remove(expectation.subject()));
                for (Expectation expectation : outcome.expect()) {
                    bySubject
                            .computeIfAbsent(expectation.subject(), subject -> new ArrayList<>())
                            .add(expectation);
                }
            }
        }
        List<Expectation> all = new ArrayList<>();
        bySubject.values().forEach(all::addAll);
        return all;
    }

    static List<String> broken(World world, String profile) {
        List<String> laws = new ArrayList<>();
        for (ProfileOutcome outcome : world.under()) {
            if (outcome.profile().equals(profile)) {
                laws.addAll(outcome.breaks());
            }
        }
        for (Expectation expectation : expectations(world, profile)) {
            if (expectation instanceof Expectation.LawBreaks breaks) {
                laws.add(breaks.law());
            }
        }
        return laws;
    }
}
