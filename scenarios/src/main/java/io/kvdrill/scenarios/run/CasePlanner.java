package io.kvdrill.scenarios.run;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.profile.ProfileNames;
import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Source;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides which runs a command line asks for: each scenario under every profile for which it states an outcome, or under
 * the one that {@code --profile} names.
 */
public final class CasePlanner {
    private static final String PROFILE_OPTION = "--profile";

    private final Optional<Profile> chosen;
    private final String chosenArgument;
    private final List<Setting> rows;
    private final List<String> settingArguments;
    private final long seed;

    /**
     * A planner.
     *
     * @param profile a preset's name or a file; empty for all profiles that a scenario speaks of
     * @param settings all settings, as given
     * @param settingArguments them as words of a command line
     * @throws InvalidInputException if there is no such profile
     */
    public CasePlanner(String profile, List<Setting> settings, List<String> settingArguments, long seed) {
        this.chosen = profile.isEmpty() ? Optional.empty() : Optional.of(profileOf(profile));
        this.chosenArgument = profile;
        this.rows = settings.stream().filter(Setting::isProfileRow).toList();
        this.settingArguments = List.copyOf(settingArguments);
        this.seed = seed;
    }

    /**
     * The runs of a scenario.
     *
     * @throws InvalidInputException if a row that is set does not exist or cannot have the value
     */
    public List<RunCase> plan(Scenario scenario) {
        List<RunCase> cases = new ArrayList<>();
        if (chosen.isPresent()) {
            boolean own = chosenArgument.equals(scenario.profile().name());
            cases.add(runCase(scenario, own ? scenario.profile() : chosen.get(), chosenArgument));
            return cases;
        }
        for (String name : scenario.statedProfiles()) {
            boolean own = name.equals(scenario.profile().name());
            Profile profile =
                    own ? scenario.profile() : Profile.of(Preset.named(name).orElseThrow());
            cases.add(runCase(scenario, profile, own ? "" : name));
        }
        return cases;
    }

    private RunCase runCase(Scenario scenario, Profile profile, String profileArgument) {
        String stated = scenario.states(profile.name())
                ? profile.name()
                : scenario.states(profile.base().publicName()) ? profile.base().publicName() : "";
        List<String> arguments = new ArrayList<>();
        arguments.add(PROFILE_OPTION);
        arguments.add(profileArgument.isEmpty() ? scenario.profile().name() : profileArgument);
        arguments.addAll(settingArguments);
        return new RunCase(scenario, withRows(profile), stated, seed, arguments);
    }

    private Profile withRows(Profile profile) {
        Problems problems = new Problems();
        Profile changed = profile;
        for (Setting row : rows) {
            Profile next =
                    ProfileReader.set(changed, row.path().rest(), row.path().restSpan(), row.value(), problems);
            if (next != null) {
                changed = next;
                if (Rows.named(row.path().rest())
                        .filter(r -> r == Rows.REAPED_ID_RETENTION)
                        .isPresent()) {
                    ProfileReader.checkRetention(changed, row.value().span(), problems);
                }
            }
        }
        problems.throwIfAny();
        return rows.isEmpty() ? profile : changed.named(ProfileNames.changed(profile.name()));
    }

    private static Profile profileOf(String argument) {
        Optional<Preset> preset = Preset.named(argument);
        if (preset.isPresent()) {
            return Profile.of(preset.get());
        }
        boolean looksLikeFile = argument.contains("/") || argument.endsWith(".yaml") || argument.endsWith(".yml");
        if (looksLikeFile || exists(argument)) {
            return ProfileReader.readFile(Path.of(argument));
        }
        throw new InvalidInputException(
                Source.of("kvdrill", "").whole(),
                PROFILE_OPTION + " " + argument + ": there is no such profile, and no such file",
                Nearest.suggestion(argument, ProfileReader.presetNames()));
    }

    private static boolean exists(String argument) {
        try {
            return Files.exists(Path.of(argument));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
