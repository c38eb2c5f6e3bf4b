package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.fieldcase.FieldCases;
import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.scenario.RehearsalFields;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** Which of the shipped scenarios are wanted, as the options of {@code kvdrill list} say. */
final class Selection {
    private static final Pattern LAW = Pattern.compile("[Ii][0-9]+");
    private static final Pattern FIELD_CASE = Pattern.compile("[FfDd][0-9]+");

    @Option(
            names = "--symptom",
            paramLabel = "SYMPTOM",
            completionCandidates = Symptoms.class,
            description = "Only cases that are noticed so: ${COMPLETION-CANDIDATES}.")
    private String symptom = "";

    @Option(
            names = "--kind",
            paramLabel = "KIND",
            completionCandidates = Kinds.class,
            description = "Only cases of this sort of trouble: ${COMPLETION-CANDIDATES}.")
    private String kind = "";

    @Option(
            names = "--law",
            paramLabel = "LAW",
            description =
                    "Only cases that are about this law, or in which it breaks; with --profile, in which it breaks"
                            + " under that.")
    private String law = "";

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            completionCandidates = Profiles.class,
            description = "Only cases that state an outcome under this profile, with that outcome.")
    private String profile = "";

    @Option(
            names = "--report",
            paramLabel = "REPORT",
            description = "Only cases that rehearse this report: an id such as F36, or a part of its address.")
    private String report = "";

    /** Words for completion. */
    static final class Symptoms extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Symptoms() {
            super(RehearsalFields.symptoms());
        }
    }

    /** Words for completion. */
    static final class Kinds extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Kinds() {
            super(RehearsalFields.kinds());
        }
    }

    /** Words for completion. */
    static final class Profiles extends ArrayList<String> {
        private static final long serialVersionUID = 1;

        Profiles() {
            super(ProfileReader.presetNames());
        }
    }

    /**
     * Looks at the options themselves.
     *
     * @throws InvalidInputException if one of them is no word that there is
     */
    void check(ScenarioFinder finder) {
        law = law.toUpperCase(Locale.ROOT);
        known("--symptom", "symptom", symptom, RehearsalFields.symptoms());
        known("--kind", "kind", kind, RehearsalFields.kinds());
        known("--law", "law", law, Scalars.LAW.suggestions());
        known("--profile", "profile", profile, ProfileReader.presetNames());
        if (FIELD_CASE.matcher(report).matches()) {
            report = report.toUpperCase(Locale.ROOT);
            known("--report", "field case", report, FieldCases.ids());
        } else if (!report.isEmpty() && finder.all().stream().noneMatch(scenario -> rehearses(scenario, report))) {
            throw refuse(
                    "no shipped scenario links a report with '" + report + "' in its address",
                    "an id such as F36, or a part of an address such as issues/56828; `kvdrill explain reports` lists"
                            + " the reports");
        }
    }

    /** Whether nothing was asked for. */
    boolean isEmpty() {
        return (symptom + kind + law + profile + report).isEmpty();
    }

    /** The profile whose outcomes are wanted; empty for none in particular. */
    String profile() {
        return profile;
    }

    /** Whether a case has all that was asked for. */
    boolean has(Scenario scenario) {
        return (symptom.isEmpty() || scenario.rehearsal().symptoms().contains(symptom))
                && (kind.isEmpty() || scenario.rehearsal().kind().equals(kind))
                && (profile.isEmpty() || scenario.states(profile))
                && (law.isEmpty() || hasLaw(scenario))
                && (report.isEmpty() || rehearses(scenario, report));
    }

    /** Whether a case has a word in what is said of it. */
    static boolean hasWord(Scenario scenario, String word) {
        if (LAW.matcher(word).matches()) {
            return breaks(scenario).values().stream().anyMatch(laws -> laws.contains(word.toUpperCase(Locale.ROOT)));
        }
        List<String> texts = new ArrayList<>(List.of(
                scenario.name(),
                scenario.fileAbout(),
                scenario.about(),
                scenario.rehearsal().kind()));
        texts.addAll(scenario.rehearsal().symptoms());
        texts.addAll(faults(scenario));
        texts.addAll(scenario.reports());
        String wanted = word.toLowerCase(Locale.ROOT);
        return texts.stream().anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(wanted))
                || scenario.rehearsal().fieldCases().stream().anyMatch(id -> id.equalsIgnoreCase(word));
    }

    /** The kinds of its faults, each once. */
    static List<String> faults(Scenario scenario) {
        return scenario.world().faults().stream()
                .map(spec -> spec.fault().word())
                .distinct()
                .toList();
    }

    /** The laws that are stated to break, by profile; a profile that breaks none is left out. */
    static Map<String, List<String>> breaks(Scenario scenario) {
        Map<String, List<String>> breaks = new LinkedHashMap<>();
        for (String stated : scenario.statedProfiles()) {
            List<String> laws = scenario.world().brokenUnder(stated);
            if (!laws.isEmpty()) {
                breaks.put(stated, laws.stream().distinct().toList());
            }
        }
        return breaks;
    }

    private boolean hasLaw(Scenario scenario) {
        if (!profile.isEmpty()) {
            return scenario.world().brokenUnder(profile).contains(law);
        }
        return scenario.rehearsal().laws().contains(law)
                || breaks(scenario).values().stream().anyMatch(laws -> laws.contains(law));
    }

    private static boolean rehearses(Scenario scenario, String report) {
        if (FIELD_CASE.matcher(report).matches()) {
            return scenario.rehearsal().fieldCases().contains(report);
        }
        return scenario.reports().stream().anyMatch(address -> address.contains(report));
    }

    private static void known(String option, String noun, String value, Collection<String> valid) {
        if (!value.isEmpty() && !valid.contains(value)) {
            throw refuse(
                    option + ": there is no " + noun + " called '" + value + "'", Nearest.suggestion(value, valid));
        }
    }

    private static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
