package io.kvdrill.scenarios.run;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.profile.RowText;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.sim.world.ProfileOutcome;
import io.kvdrill.sim.world.World;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One run to make: a scenario under a profile with a seed.
 *
 * @param scenario what is run
 * @param profile under which profile
 * @param statedAs the profile whose stated outcome it is held against; empty if the scenario states none that fits, so
 *     that only its general expectations and the laws count
 * @param seed with which seed
 * @param arguments options that the user gave beside scenario, profile and seed, for repeating the run
 */
public record RunCase(Scenario scenario, Profile profile, String statedAs, long seed, List<String> arguments) {

    /** The option that changes one thing. */
    public static final String SET_OPTION = "--set";

    /** The option that says where a case runs. */
    public static final String ON_OPTION = "--on";

    /** Keeps an immutable copy. */
    public RunCase {
        arguments = List.copyOf(arguments);
    }

    /** The world, with the outcome that it is held against stated for this very profile. */
    public World world() {
        World world = scenario.world();
        if (statedAs.isEmpty() || statedAs.equals(profile.name())) {
            return world;
        }
        List<ProfileOutcome> under = new ArrayList<>(world.under());
        world.under().stream()
                .filter(outcome -> outcome.profile().equals(statedAs))
                .map(outcome -> outcome.under(profile.name()))
                .forEach(under::add);
        return world.toBuilder().onlyUnder(under).build();
    }

    /** Rows that differ from the profile's base, with their values as people write them. */
    public Map<String, String> profileChanges() {
        Map<String, String> changes = new LinkedHashMap<>();
        for (Row<?> row : Rows.all()) {
            if (isSet(row)) {
                changes.put(row.name(), RowText.of(row, profile));
            }
        }
        return changes;
    }

    /** Whether a row differs from the profile's base. */
    boolean isSet(Row<?> row) {
        return !Objects.equals(profile.value(row), row.value(profile.base()));
    }

    /** Where it runs: {@code sim}, unless an option says otherwise. */
    public String on() {
        int option = arguments.indexOf(ON_OPTION);
        return option < 0 || option + 1 == arguments.size() ? "sim" : arguments.get(option + 1);
    }

    /** The command that repeats this run. */
    public String again() {
        return command("run", arguments);
    }

    /**
     * The command that makes this run and the same in the simulator, and compares them.
     *
     * @throws IllegalStateException if this is the one in the simulator
     */
    public String comparedAgain() {
        int option = arguments.indexOf(ON_OPTION);
        if (option < 0) {
            throw new IllegalStateException(this + " runs in the simulator");
        }
        List<String> both = new ArrayList<>(arguments);
        both.set(option + 1, "sim," + on());
        return command("compare", both);
    }

    private String command(String verb, List<String> arguments) {
        StringBuilder command = new StringBuilder("kvdrill " + verb + " ");
        boolean drawn = scenario.address().startsWith("--"); // the option that draws it says its seed
        command.append(drawn ? scenario.address() : Shell.quoted(scenario.address()));
        arguments.forEach(argument -> command.append(' ').append(Shell.quoted(argument)));
        return drawn
                ? command.toString()
                : command.append(" --seed ").append(seed).toString();
    }

    /** Where its files go, below the output folder: runs with different settings have different folders. */
    public Path folder() {
        return Path.of(scenario.fileName())
                .resolve(scenario.caseName())
                .resolve(profile.name())
                .resolve(Long.toString(seed) + changes());
    }

    /** A short hash over what {@code --set} changed; empty if nothing was. */
    private String changes() {
        List<String> settings = new ArrayList<>();
        for (int i = 0; i + 1 < arguments.size(); i++) {
            if (arguments.get(i).equals(SET_OPTION)) {
                settings.add(arguments.get(++i));
            }
        }
        return settings.isEmpty() ? "" : "-" + Hashes.abridged(String.join("\n", settings));
    }

    @Override
    public String toString() {
        return scenario.name() + " under " + profile.name() + ", seed " + seed;
    }
}
