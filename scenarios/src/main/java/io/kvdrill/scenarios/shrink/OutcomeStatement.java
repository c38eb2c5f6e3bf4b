package io.kvdrill.scenarios.shrink;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.run.RequestOutcome;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.ProfileOutcome;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a file may state about the outcome of a failing run.
 *
 * @param world with the outcome
 * @param profile for which the world's own expectations are stated
 * @param why reasons, by profile
 */
record OutcomeStatement(World world, Profile profile, Map<String, String> why) {
    private static final String HARDENED = Preset.HARDENED.publicName();

    /**
     * Statements from the one that says most to the one that says least. None of them is checked.
     *
     * @param failed the run that fails, of a world without outcome
     * @param hardened the same under {@code hardened}
     * @param reason why it fails, for people
     */
    static List<OutcomeStatement> of(RunResult failed, RunResult hardened, String reason) {
        World world = failed.world();
        Profile profile = failed.profile();
        if (!world.expectations().isEmpty()) {
            return List.of(new OutcomeStatement(world, profile, Map.of())); // it fails as what it states is not met
        }
        List<String> broken = broken(failed);
        List<OutcomeStatement> statements = new ArrayList<>();
        boolean preset = profile.overridden().isEmpty()
                && profile.name().equals(profile.base().publicName());
        if (preset && !profile.name().equals(HARDENED)) {
            for (boolean finishes : new boolean[] {true, false}) {
                statements.add(new OutcomeStatement(
                        world.toBuilder()
                                .onlyExpect(finishes ? common(failed, hardened) : List.of())
                                .onlyUnder(List.of(new ProfileOutcome(
                                        profile.name(), broken, finishes ? different(failed, hardened) : List.of())))
                                .build(),
                        Profile.of(Preset.HARDENED),
                        reason.isEmpty() ? Map.of() : Map.of(profile.name(), reason)));
            }
        }
        List<Expectation> breaks = new ArrayList<>();
        List<Expectation> holds = new ArrayList<>();
        broken.forEach(law -> breaks.add(new Expectation.LawBreaks(law)));
        broken.forEach(law -> holds.add(new Expectation.LawsHold(List.of(law))));
        if (!profile.name().equals(HARDENED)) {
            statements.add(new OutcomeStatement(
                    world.toBuilder()
                            .onlyExpect(breaks)
                            .onlyUnder(List.of(new ProfileOutcome(HARDENED, List.of(), holds)))
                            .build(),
                    profile,
                    Map.of()));
        }
        statements.add(new OutcomeStatement(
                world.toBuilder().onlyExpect(breaks).onlyUnder(List.of()).build(), profile, Map.of()));
        return statements;
    }

    /** Nothing: of a run that does not settle, nothing can be stated. */
    static OutcomeStatement nothing(RunResult failed) {
        World silent = failed.world().toBuilder()
                .onlyExpect(List.of())
                .onlyUnder(List.of())
                .build();
        return new OutcomeStatement(silent, failed.profile(), Map.of());
    }

    /** Whether it speaks of {@code hardened}, and says that nothing breaks there. */
    boolean saysThatHardenedHolds() {
        return world.brokenUnder(HARDENED).isEmpty()
                && (profile.name().equals(HARDENED)
                        || world.under().stream()
                                .anyMatch(outcome -> outcome.profile().equals(HARDENED)));
    }

    /** The laws that broke in a run, each once, in their order. */
    static List<String> broken(RunResult result) {
        return result.violations().stream().map(Violation::law).distinct().toList();
    }

    /** How requests end under {@code hardened}, those that end under both. */
    private static List<Expectation> common(RunResult failed, RunResult hardened) {
        List<Expectation> expectations = new ArrayList<>();
        for (RequestOutcome outcome : hardened.requests()) {
            Finish how = outcome.finish();
            if (how != null && failed.request(outcome.request()).finish() != null) {
                expectations.add(new Expectation.RequestFinishes(outcome.request(), how, Span.ANY));
            }
        }
        return expectations;
    }

    /** How those end in the failing run that end otherwise there. */
    private static List<Expectation> different(RunResult failed, RunResult hardened) {
        List<Expectation> expectations = new ArrayList<>();
        for (RequestOutcome outcome : hardened.requests()) {
            Finish how = failed.request(outcome.request()).finish();
            if (how != null && outcome.finish() != null && how != outcome.finish()) {
                expectations.add(new Expectation.RequestFinishes(outcome.request(), how, Span.ANY));
            }
        }
        return expectations;
    }
}
