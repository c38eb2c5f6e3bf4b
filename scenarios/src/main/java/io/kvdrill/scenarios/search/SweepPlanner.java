package io.kvdrill.scenarios.search;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.hosted.Trials;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import io.kvdrill.sim.search.swarm.Feature;
import io.kvdrill.sim.search.swarm.Swarm;
import io.kvdrill.sim.search.swarm.SwarmCase;
import io.kvdrill.sim.search.swarm.SwarmGrammar;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Reads what is to be swept from the words of a command line. Everything that can be wrong is found here. */
public final class SweepPlanner {
    private static final String SET = "--set";

    private final String profile;
    private final List<String> settings;
    private final List<List<String>> combinations;
    private final List<String> only;
    private final List<String> without;
    private final Trials trials;

    /**
     * A planner.
     *
     * @param profile a preset's name or a file, or empty
     * @param settings as given to {@code --set}
     * @param axes as given to {@code --vary}
     * @param only features that a swarm may draw; none given for all
     * @param without features that it must not draw
     * @throws InvalidInputException if an axis is none
     */
    public SweepPlanner(
            String profile, List<String> settings, List<String> axes, List<String> only, List<String> without) {
        this(profile, settings, axes, only, without, Trials.own());
    }

    /**
     * A planner of runs some of whose tiers are the user's.
     *
     * @param trials what runs them
     * @throws InvalidInputException if an axis is none
     */
    public SweepPlanner(
            String profile,
            List<String> settings,
            List<String> axes,
            List<String> only,
            List<String> without,
            Trials trials) {
        this.trials = trials;
        this.profile = profile;
        this.settings = List.copyOf(settings);
        this.combinations = combinations(axes);
        this.only = List.copyOf(only);
        this.without = List.copyOf(without);
    }

    private static List<List<String>> combinations(List<String> axes) {
        List<List<String>> all = List.of(List.of());
        for (String axis : axes) {
            int equals = axis.indexOf('=');
            if (equals <= 0 || equals == axis.length() - 1) {
                throw Refused.option(
                        "--vary " + axis + ": expected path=value,value",
                        "such as --vary profile.load_timeout_pd=5s,30s");
            }
            List<List<String>> longer = new ArrayList<>();
            for (List<String> one : all) {
                for (String value : axis.substring(equals + 1).split(",", -1)) {
                    List<String> more = new ArrayList<>(one);
                    more.add(axis.substring(0, equals + 1) + value);
                    longer.add(more);
                }
            }
            all = longer;
        }
        return all;
    }

    /**
     * A scenario, all cases of it, under all profiles that were asked for, with all values.
     *
     * @throws InvalidInputException if one cannot be run
     */
    public Subject scenario(String name) {
        if (!only.isEmpty() || !without.isEmpty()) {
            throw Refused.option("--only and --without are for --swarm", "a scenario draws no features");
        }
        List<ScenarioSubject.Variant> variants = new ArrayList<>();
        for (List<String> values : combinations) {
            List<Setting> parsed = parsed(values);
            List<Scenario> found = trials.applyTo(new ScenarioFinder(new ScenarioReader(parsed)).find(name));
            CasePlanner planner = new CasePlanner(profile, parsed, withTiers(arguments(values)), 1);
            for (Scenario scenario : found) {
                for (RunCase runCase : planner.plan(scenario)) {
                    List<String> label = new ArrayList<>();
                    label.add(scenario.name());
                    label.add(runCase.profile().name());
                    label.addAll(values);
                    variants.add(new ScenarioSubject.Variant(String.join(" ", label), runCase));
                }
            }
        }
        return new ScenarioSubject(name, variants, trials);
    }

    /**
     * A swarm under one profile, with all values of its rows.
     *
     * @throws InvalidInputException if nothing can be drawn, or a value is not of a row of the profile
     */
    public SwarmSubject swarm() {
        Swarm swarm = new Swarm(grammar());
        List<SwarmSubject.Variant> variants = new ArrayList<>();
        for (List<String> values : combinations) {
            List<String> arguments = new ArrayList<>();
            arguments.add("--profile");
            arguments.add(profile.isEmpty() ? Preset.HARDENED.publicName() : profile);
            arguments.addAll(arguments(values));
            addFeatures("--only", only, arguments);
            addFeatures("--without", without, arguments);
            arguments.addAll(trials.words());
            variants.add(new SwarmSubject.Variant(String.join(" ", values), profile(values), arguments));
        }
        return new SwarmSubject(swarm, variants, trials.ofDrawn());
    }

    /**
     * One run of that swarm, as a case that can be run and stored alone.
     *
     * @throws InvalidInputException as {@link #swarm}
     */
    public RunCase swarmRun(long seed) {
        SwarmSubject.Variant variant = swarm().variant(0);
        SwarmCase drawn = new Swarm(grammar()).draw(variant.profile(), seed);
        Scenario scenario = SwarmScenario.of(drawn, variant.profile());
        return new RunCase(scenario, drawn.profile(), "", seed, variant.arguments());
    }

    private static void addFeatures(String option, List<String> words, List<String> arguments) {
        if (!words.isEmpty()) {
            arguments.add(option);
            arguments.add(String.join(",", words));
        }
    }

    /** The profile that a swarm is drawn for, with the settings and these values. */
    private Profile profile(List<String> values) {
        List<Setting> parsed = parsed(values);
        for (Setting setting : parsed) {
            if (!setting.isProfileRow()) {
                throw Refused.option(
                        "a swarm has no field " + setting.path().text(),
                        "only rows of the profile can be set for a swarm, such as --set profile.load_timeout_pd=5s");
            }
        }
        String name = profile.isEmpty() ? Preset.HARDENED.publicName() : profile;
        Scenario placeholder = SwarmScenario.placeholder(Profile.of(Preset.HARDENED));
        return new CasePlanner(name, parsed, List.of(), 1)
                .plan(placeholder)
                .get(0)
                .profile();
    }

    private List<Setting> parsed(List<String> values) {
        List<Setting> parsed = new ArrayList<>();
        settings.forEach(text -> parsed.add(Setting.parse(text)));
        values.forEach(text -> parsed.add(Setting.parse(text)));
        return parsed;
    }

    private List<String> arguments(List<String> values) {
        List<String> arguments = new ArrayList<>();
        settings.forEach(text -> arguments.addAll(List.of(SET, text)));
        values.forEach(text -> arguments.addAll(List.of(SET, text)));
        return arguments;
    }

    private List<String> withTiers(List<String> arguments) {
        List<String> all = new ArrayList<>(trials.words());
        all.addAll(arguments);
        return all;
    }

    private SwarmGrammar grammar() {
        SwarmGrammar grammar = SwarmGrammar.standard();
        if (!only.isEmpty()) {
            grammar = grammar.only(features("--only", only));
        }
        grammar = grammar.without(features("--without", without));
        if (!grammar.problems().isEmpty()) {
            throw Refused.option(
                    "a swarm can produce nothing from that grammar: " + String.join("; ", grammar.problems()),
                    "leave out --only or --without, or name other features");
        }
        return grammar;
    }

    private static Set<Feature> features(String option, List<String> words) {
        EnumSet<Feature> features = EnumSet.noneOf(Feature.class);
        for (String word : words) {
            features.add(Feature.named(word.strip())
                    .orElseThrow(() -> Refused.option(
                            option + " " + word + ": there is no such feature",
                            Nearest.suggestion(
                                    word.strip(),
                                    Arrays.stream(Feature.values())
                                            .map(Feature::word)
                                            .toList()))));
        }
        return features;
    }
}
