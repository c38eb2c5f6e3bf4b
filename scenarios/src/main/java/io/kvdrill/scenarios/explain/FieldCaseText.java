package io.kvdrill.scenarios.explain;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.fieldcase.Deadlines;
import io.kvdrill.scenarios.fieldcase.FieldCase;
import io.kvdrill.scenarios.fieldcase.FieldCases;
import io.kvdrill.scenarios.format.profile.RowText;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.sim.world.Expectation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Field cases in words: what happened, what each profile does with it, and what to do about it. */
final class FieldCaseText {
    /** What to ask for to see all of them. */
    static final String ALL = "reports";

    private static final int MOST_EXPECTATIONS = 4;
    private static final Pattern NUMBER = Pattern.compile("-[0-9]+\\b");

    private FieldCaseText() {}

    /** A line for each. */
    static String all(List<Scenario> scenarios) {
        StringBuilder out = new StringBuilder(Wrap.words(
                "Public reports, and edge cases that follow from the published design. `kvdrill explain F36` tells the story of"
                        + " one; `kvdrill list --report F36` lists what rehearses it.",
                "",
                ""));
        out.append('\n');
        for (FieldCase each : FieldCases.all()) {
            String where =
                    each.isOutside() ? "outside of the model" : String.join(", ", files(rehearsals(each, scenarios)));
            out.append(Wrap.words(each.id() + ": " + each.title() + " (" + where + ")", "  ", "       "));
        }
        return out.toString();
    }

    /** One of them. */
    static String of(FieldCase told, List<Scenario> scenarios) {
        StringBuilder out = new StringBuilder(Wrap.words(told.id() + ": " + told.title(), "", "  "));
        out.append(Wrap.indented(told.story(), 2));
        told.links().forEach(link -> out.append("  report: ").append(link).append('\n'));
        if (!told.waits().isEmpty()) {
            out.append("\nwhat a request waits for\n");
            told.waits().forEach((profile, deadlines) -> out.append(wait(profile, deadlines)));
        }
        if (told.isOutside()) {
            out.append('\n').append(Wrap.words("no scenario rehearses it: " + told.outside(), "", "  "));
        } else {
            out.append("\nwhat rehearses it, and what comes of it\n");
            rehearsals(told, scenarios).forEach(scenario -> out.append(rehearsal(scenario)));
        }
        if (!told.settings().isEmpty()) {
            out.append("\nwhat to change\n");
            told.settings().forEach(name -> Rows.named(name).ifPresent(row -> out.append(setting(row))));
        }
        if (!told.lookAt().isEmpty()) {
            out.append("\nwhat to look at\n").append(Wrap.indented(told.lookAt(), 2));
        }
        return out.toString();
    }

    /** The cases that rehearse it, in the order of the library. */
    static List<Scenario> rehearsals(FieldCase told, List<Scenario> scenarios) {
        return scenarios.stream()
                .filter(scenario -> scenario.rehearsal().fieldCases().contains(told.id()))
                .toList();
    }

    /** The files of some cases, each once. */
    static List<String> files(List<Scenario> cases) {
        return cases.stream().map(Scenario::fileName).distinct().toList();
    }

    private static String wait(String profile, Deadlines deadlines) {
        Optional<Preset> preset = Preset.named(profile);
        return Wrap.words(
                "under " + profile + ": " + preset.map(deadlines::text).orElse(""), "  ", "    ");
    }

    private static String rehearsal(Scenario scenario) {
        StringBuilder out = new StringBuilder(Wrap.words(scenario.name() + ": " + scenario.about(), "  ", "    "));
        List<String> own = List.of();
        for (String profile : scenario.statedProfiles()) {
            List<String> said = expectations(scenario, profile);
            List<String> told = new ArrayList<>(said);
            if (profile.equals(scenario.profile().name())) {
                own = said;
            } else {
                told.removeAll(own);
            }
            String rest = together(told).stream().limit(MOST_EXPECTATIONS).reduce("", (all, each) -> all + "; " + each);
            out.append(Wrap.words(ScenarioText.laws(scenario, profile) + rest, "    ", "      "));
        }
        return out.append("    kvdrill run ")
                .append(scenario.name())
                .append('\n')
                .toString();
    }

    /** What is stated of loads, stores, requests and engines: what clients and operators see. */
    private static List<String> expectations(Scenario scenario, String profile) {
        return scenario.world().expectationsUnder(profile).stream()
                .filter(e -> e instanceof Expectation.LoadEnds
                        || e instanceof Expectation.StoreEnds
                        || e instanceof Expectation.RequestFinishes
                        || (e instanceof Expectation.EngineCrashes crash && crash.crashes()))
                .map(ExpectationText::of)
                .distinct()
                .toList();
    }

    /** One line for those of a group that say the same: {@code sick-*} for sick-0 to sick-7. */
    private static List<String> together(List<String> texts) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        texts.forEach(text -> groups.computeIfAbsent(NUMBER.matcher(text).replaceFirst("-*"), any -> new ArrayList<>())
                .add(text));
        List<String> lines = new ArrayList<>();
        groups.forEach((pattern, group) -> lines.add(group.size() == 1 ? group.get(0) : pattern));
        return lines;
    }

    private static String setting(Row<?> row) {
        List<String> values = new ArrayList<>();
        for (Preset preset : List.of(Preset.VLLM_2026_08, Preset.VLLM_2026_10, Preset.HARDENED)) {
            values.add(RowText.of(row, row.value(preset)) + " in " + preset.publicName());
        }
        return Wrap.words(
                row.name() + ": " + row.about() + "; " + String.join(", ", values) + "."
                        + (row.aliases().isEmpty() ? "" : " vLLM's name: " + String.join(", ", row.aliases()) + "."),
                "  ",
                "    ");
    }
}
