package io.kvdrill.scenarios.run;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What the command says that repeats a stored run: {@code kvdrill run NAME --profile P --set S ... --seed N}, or {@code
 * kvdrill run --swarm-seed N ...}.
 *
 * @param name of the scenario; empty for a drawn run
 * @param swarmSeed the number of a drawn run; empty for a scenario
 * @param profile of the run
 * @param seed of a scenario's run
 * @param settings as given to {@code --set}
 * @param only features that a swarm was to draw
 * @param without features that it was not to draw
 * @param others options that are none of these, each with its value after it
 */
public record RepeatedRun(
        String name,
        String swarmSeed,
        String profile,
        String seed,
        List<String> settings,
        List<String> only,
        List<String> without,
        List<String> others) {

    /** Keeps immutable copies. */
    public RepeatedRun {
        settings = List.copyOf(settings);
        only = List.copyOf(only);
        without = List.copyOf(without);
        others = List.copyOf(others);
    }

    /**
     * Of a stored run.
     *
     * @throws InvalidInputException if its command ends in the middle
     */
    public static RepeatedRun of(StoredRun stored) {
        List<String> words = ShellWords.of(stored.report().again());
        String name = "";
        String swarmSeed = "";
        String profile = "";
        String seed = "";
        List<String> settings = new ArrayList<>();
        List<String> only = new ArrayList<>();
        List<String> without = new ArrayList<>();
        List<String> others = new ArrayList<>();
        Iterator<String> rest =
                words.subList(Math.min(2, words.size()), words.size()).iterator();
        while (rest.hasNext()) {
            String word = rest.next();
            if (!word.startsWith("--")) {
                name = word;
                continue;
            }
            String value = value(stored, word, rest);
            switch (word) {
                case "--swarm-seed" -> swarmSeed = value;
                case "--profile" -> profile = value;
                case "--seed" -> seed = value;
                case RunCase.SET_OPTION -> settings.add(value);
                case "--only" -> only.addAll(List.of(value.split(",", -1)));
                case "--without" -> without.addAll(List.of(value.split(",", -1)));
                default -> others.addAll(List.of(word, value));
            }
        }
        return new RepeatedRun(name, swarmSeed, profile, seed, settings, only, without, others);
    }

    /** Whether a swarm drew it. */
    public boolean drawn() {
        return !swarmSeed.isEmpty();
    }

    private static String value(StoredRun stored, String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new InvalidInputException(
                    Source.of("kvdrill", "").whole(),
                    stored.folder() + ": its command ends with " + option,
                    "`kvdrill run SCENARIO --out DIR` stores runs with the whole command");
        }
        return rest.next();
    }
}
