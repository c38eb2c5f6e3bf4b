package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.expand.Expander;
import io.kvdrill.scenarios.format.include.Includes;
import io.kvdrill.scenarios.format.include.Parts;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.version.Migrations;
import io.kvdrill.scenarios.format.yaml.ValuePath;
import io.kvdrill.scenarios.format.yaml.YamlParser;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.world.Vocabulary;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldProblem;
import io.kvdrill.sim.world.WorldValidation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads scenario files. */
public final class ScenarioReader {
    private static final Pattern CASE_NAME = Pattern.compile(ScenarioFields.CASE_NAME_PATTERN);
    private static final int MOST_CASES = 1_000;

    private final Vocabulary words = new EventCatalogue();
    private final Expander expander =
            new Expander(FaultFields.FAULT, ExpectationFields.EXPECTATION, LinkFields.PAIR, WorkloadFields.WORKLOAD);
    private final List<Setting> settings;
    private final Migrations migrations;

    /**
     * A reader.
     *
     * @param settings values that replace what the files say; those of the profile are not its business
     */
    public ScenarioReader(List<Setting> settings) {
        this(settings, Migrations.SHIPPED);
    }

    ScenarioReader(List<Setting> settings, Migrations migrations) {
        this.migrations = migrations;
        this.settings =
                settings.stream().filter(setting -> !setting.isProfileRow()).toList();
    }

    /**
     * All cases of a text that includes nothing; one without cases is one.
     *
     * @param name the file's name without its ending
     * @param address how the file was named
     * @throws InvalidInputException if it is no scenario; with everything that is wrong
     */
    public List<Scenario> read(Source source, String name, String address) {
        return read(source, name, address, Parts.NONE);
    }

    /**
     * All cases of a file; a file without cases is one.
     *
     * @param name the file's name without its ending
     * @param address how the file was named
     * @param parts where the files lie that it includes
     * @throws InvalidInputException if it is no scenario; with everything that is wrong
     */
    public List<Scenario> read(Source source, String name, String address, Parts parts) {
        Problems problems = new Problems();
        YamlValue value = YamlParser.parse(source, problems);
        if (!(value instanceof YamlValue.Mapping written)) {
            throw new InvalidInputException(
                    value.span(), "a scenario is a mapping, found " + value.kind(), "it begins with format: 1");
        }
        Optional<YamlValue.Mapping> current = migrations.upToDate(written, problems);
        if (current.isEmpty()) {
            problems.throwIfAny();
        }
        YamlValue.Mapping document = new Includes(migrations, problems).resolve(current.orElse(written), parts);
        List<Scenario> scenarios = new ArrayList<>();
        Optional<YamlValue.Entry> cases = document.entry(ScenarioFields.CASES_FIELD);
        YamlValue.Mapping base = document.without(ScenarioFields.CASES_FIELD);
        if (cases.isEmpty()) {
            read(base, List.of(), name, address, problems).ifPresent(scenarios::add);
        } else {
            readCases(base, cases.get().value(), name, address, problems, scenarios);
        }
        problems.throwIfAny();
        return scenarios;
    }

    private void readCases(
            YamlValue.Mapping base,
            YamlValue cases,
            String name,
            String address,
            Problems problems,
            List<Scenario> scenarios) {
        if (cases instanceof YamlValue.Mapping empty && empty.entries().isEmpty()) {
            problems.add(cases.span(), "there is no case here", "name one, or leave 'cases' out");
            return;
        }
        if (!(cases instanceof YamlValue.Mapping mapping)) {
            problems.add(
                    cases.span(),
                    "expected a mapping from the name of a case to the fields that it sets, found " + cases.kind(),
                    "such as late: {requests.r1.at: 60.1s}");
            return;
        }
        if (mapping.entries().size() > MOST_CASES) {
            problems.add(cases.span(), mapping.entries().size() + " cases; at most " + MOST_CASES + " fit in a file");
            return;
        }
        Map<String, YamlValue.Entry> byLowerCase = new LinkedHashMap<>();
        for (YamlValue.Entry entry : mapping.entries()) {
            YamlValue.Entry other = byLowerCase.putIfAbsent(entry.name().toLowerCase(Locale.ROOT), entry);
            if (other != null) {
                problems.add(
                        entry.nameSpan(),
                        "the case '" + entry.name() + "' differs from '" + other.name() + "' in line "
                                + other.nameSpan().line() + " in upper and lower case only",
                        "rename one: each case has a folder, and some file systems do not tell these apart");
            }
            if (!CASE_NAME.matcher(entry.name()).matches()) {
                problems.add(
                        entry.nameSpan(),
                        "'" + entry.name() + "' cannot name a case",
                        "letters, digits and . _ - only, at most 64");
            }
            List<YamlValue.Entry> changes = changes(entry, problems);
            read(base, changes, name + "/" + entry.name(), address + "/" + entry.name(), problems)
                    .ifPresent(scenarios::add);
        }
    }

    private static List<YamlValue.Entry> changes(YamlValue.Entry entry, Problems problems) {
        if (entry.value() instanceof YamlValue.Mapping mapping) {
            return mapping.entries();
        }
        if (!(entry.value() instanceof YamlValue.Scalar scalar && scalar.isNull())) {
            problems.add(
                    entry.value().span(),
                    "expected the fields that this case sets, found "
                            + entry.value().kind(),
                    "such as {requests.r1.at: 60.1s}");
        }
        return List.of();
    }

    private Optional<Scenario> read(
            YamlValue.Mapping base, List<YamlValue.Entry> changes, String name, String address, Problems problems) {
        int before = problems.count();
        YamlValue.Mapping document = base;
        for (YamlValue.Entry change : changes) {
            document = set(document, change, problems);
        }
        for (Setting setting : settings) {
            try {
                document = setting.path().set(document, setting.value());
            } catch (InvalidInputException e) {
                e.problems().forEach(p -> problems.add(p.span(), p.message(), p.help()));
            }
        }
        document.entry(Includes.FIELD)
                .ifPresent(entry -> problems.add(
                        entry.nameSpan(),
                        "'include' cannot be set by a case",
                        "the file itself includes, for all its cases"));
        if (problems.count() > before) {
            return Optional.empty();
        }
        Shape<ScenarioFields.Draft> shape = ScenarioFields.shape(name);
        document = shape.corrected(document, problems);
        int misspelt = problems.count();
        document = expander.writeOut(document, problems);
        if (problems.count() > misspelt) {
            return Optional.empty();
        }
        ScenarioFields.Draft draft = shape.read(document, new Reading(problems));
        if (draft == null || problems.count() > before) {
            return Optional.empty();
        }
        for (WorldProblem problem : WorldValidation.problems(draft.world(), words)) {
            Span place = WorldPlaces.of(problem.path(), document);
            String earlier = problem.earlier();
            problems.add(
                    place,
                    problem.message(),
                    earlier == null
                            ? ""
                            : "the other one is "
                                    + WorldPlaces.of(earlier, document).lineSeenFrom(place));
        }
        String fileAbout = base.get(ScenarioFields.ABOUT_FIELD)
                .map(about ->
                        about instanceof YamlValue.Scalar scalar ? scalar.text().strip() : "")
                .orElse(draft.about());
        return Optional.of(new Scenario(
                name,
                address,
                fileAbout,
                draft.about(),
                draft.reports(),
                draft.rehearsal(),
                draft.profile(),
                draft.world(),
                draft.pinBudgetSlotNanos(),
                draft.tiers(),
                new Written(faultPlaces(draft.world(), document), RoomForPrompts.warnings(draft.world(), document)),
                draft.why()));
    }

    private static List<String> faultPlaces(World world, YamlValue.Mapping document) {
        List<String> places = new ArrayList<>();
        for (int i = 0; i < world.faults().size(); i++) {
            Span span = WorldPlaces.of("faults[" + i + "]", document);
            boolean elsewhere =
                    !span.source().name().equals(document.span().source().name());
            places.add(
                    "line " + span.line() + (elsewhere ? " of " + span.source().name() : ""));
        }
        return places;
    }

    private static YamlValue.Mapping set(YamlValue.Mapping document, YamlValue.Entry change, Problems problems) {
        try {
            return ValuePath.parse(change.name(), change.nameSpan()).set(document, change.value());
        } catch (InvalidInputException e) {
            e.problems().forEach(p -> problems.add(p.span(), p.message(), p.help()));
            return document;
        }
    }
}
