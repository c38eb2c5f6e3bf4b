package io.kvdrill.scenarios.compare;

import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.hosted.TierArguments;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.scenarios.run.ShellWords;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads variants: {@code NAME=[PROFILE] [PATH=VALUE ...] [tier:PEER=CMD ...]}. Everything that can be wrong is found here. */
public final class Variants {
    private static final String OPTION = "--variant ";
    private static final String TIER = "tier:";

    private Variants() {}

    /**
     * The variants of a scenario.
     *
     * @param scenario its name or file; with a case where it has several
     * @param settings of all variants, as given to {@code --set}
     * @param texts one for each variant
     * @param allowIdentical whether variants may differ in nothing
     * @throws InvalidInputException if there are fewer than two, two of one name, two that differ in nothing, or one that
     *     cannot be run
     */
    public static List<Variant> read(
            String scenario, List<String> settings, List<String> texts, boolean allowIdentical) {
        if (texts.size() < 2) {
            throw refuse(
                    texts.isEmpty() ? "which variants?" : "one variant has nothing to be compared with",
                    "at least two, such as --variant before=vllm-2026-10 --variant after=hardened; or one, and --axis");
        }
        return readAny(scenario, settings, texts, allowIdentical);
    }

    /** The same for any number of variants. */
    static List<Variant> readAny(String scenario, List<String> settings, List<String> texts, boolean allowIdentical) {
        Map<String, Variant> variants = new LinkedHashMap<>();
        for (String text : texts) {
            Variant variant = variant(scenario, settings, text);
            if (variants.put(variant.name(), variant) != null) {
                throw refuse(OPTION + text + ": another variant is called " + variant.name(), "give it another name");
            }
        }
        List<Variant> all = List.copyOf(variants.values());
        for (int i = 1; i < all.size() && !allowIdentical; i++) {
            for (int k = 0; k < i; k++) {
                refuseIdentical(all.get(k), all.get(i));
            }
        }
        return all;
    }

    /** Whether two variants run alike. */
    static boolean alike(Variant one, Variant other) {
        RunCase a = one.runCase();
        RunCase b = other.runCase();
        return a.world().equals(b.world())
                && Objects.equals(a.profileChanges(), b.profileChanges())
                && a.profile().base() == b.profile().base()
                && a.scenario().tiers().equals(b.scenario().tiers());
    }

    private static void refuseIdentical(Variant one, Variant other) {
        if (alike(one, other)) {
            throw refuse(
                    one.name() + " and " + other.name() + " differ in nothing",
                    "change a row of the profile or a field of the scenario, or say --allow-identical");
        }
    }

    private static Variant variant(String name, List<String> settings, String text) {
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw refuse(
                    OPTION + text + ": expected NAME=...",
                    "a name, then a profile, settings or both: --variant short='hardened profile.load_timeout_pd=5s'");
        }
        String profile = "";
        List<String> own = new ArrayList<>(settings);
        TierArguments tiers = new TierArguments();
        for (String word : ShellWords.of(text.substring(equals + 1))) {
            if (word.startsWith(TIER)) {
                tiers.takeOver(List.of(TierArguments.TIER_OPTION, word.substring(TIER.length())));
            } else if (word.indexOf('=') > 0) {
                own.add(word);
            } else if (profile.isEmpty()) {
                profile = word;
            } else {
                throw refuse(OPTION + text + ": two profiles, " + profile + " and " + word, "leave one out");
            }
        }
        List<Setting> parsed = own.stream().map(Setting::parse).toList();
        List<Scenario> found = new ScenarioFinder(new ScenarioReader(parsed)).find(name);
        if (found.size() != 1) {
            throw refuse(
                    name + " has " + found.size() + " cases, and one is compared at a time",
                    "name one: "
                            + String.join(
                                    ", ", found.stream().map(Scenario::name).toList()));
        }
        List<String> arguments = new ArrayList<>();
        own.forEach(setting -> arguments.addAll(List.of(RunCase.SET_OPTION, setting)));
        arguments.addAll(tiers.words());
        Scenario scenario = tiers.applyTo(found, false).get(0);
        String chosen = profile.isEmpty() ? scenario.profile().name() : profile;
        RunCase runCase =
                new CasePlanner(chosen, parsed, arguments, 1).plan(scenario).get(0);
        return new Variant(
                text.substring(0, equals).strip(), text.substring(equals + 1).strip(), tiers, runCase);
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
