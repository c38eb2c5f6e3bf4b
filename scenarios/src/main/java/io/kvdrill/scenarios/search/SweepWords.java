package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.hosted.Trials;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be swept, in the words of a command line.
 *
 * @param scenario a shipped scenario, a file, or a case of either; null for a swarm
 * @param profile a preset's name or a file, or empty
 * @param settings as given to {@code --set}
 * @param axes as given to {@code --vary}
 * @param only features that a swarm may draw; none given for all
 * @param without features that it must not draw
 * @param tiers the options that put tiers of the user's into peers, each followed by its value
 */
public record SweepWords(
        @Nullable String scenario,
        String profile,
        List<String> settings,
        List<String> axes,
        List<String> only,
        List<String> without,
        List<String> tiers) {

    /** Keeps immutable copies. */
    public SweepWords {
        settings = List.copyOf(settings);
        axes = List.copyOf(axes);
        only = List.copyOf(only);
        without = List.copyOf(without);
        tiers = List.copyOf(tiers);
    }

    /** What runs it; to be closed afterwards. No process is started yet. */
    public Trials trials() {
        TierArguments arguments = new TierArguments();
        arguments.takeOver(tiers);
        return new Trials(arguments);
    }

    /**
     * What they name. Scenarios and profiles that are files are read.
     *
     * @param trials of these words
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if it cannot be swept
     */
    public Subject subject(Trials trials) {
        SweepPlanner planner = new SweepPlanner(profile, settings, axes, only, without, trials);
        return scenario == null ? planner.swarm() : planner.scenario(scenario);
    }
}
