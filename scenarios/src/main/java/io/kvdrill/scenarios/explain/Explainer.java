package io.kvdrill.scenarios.explain;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.fieldcase.FieldCase;
import io.kvdrill.scenarios.fieldcase.FieldCases;
import io.kvdrill.scenarios.format.preset.ModelPreset;
import io.kvdrill.scenarios.format.profile.ProfileFields;
import io.kvdrill.scenarios.format.profile.ProfileReader;
import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioFields;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.shipped.Library;
import io.kvdrill.scenarios.shipped.ScenarioFinder;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds out what somebody asks about, and says what it is. */
public final class Explainer {
    private static final String PROFILE_PREFIX = "profile.";
    private static final int MOST_SUGGESTED = 5;

    /** What to ask for to see all of a kind. */
    private static final Map<String, Supplier<String>> LISTS = Map.of(
            "laws",
            LawStory::all,
            "profiles",
            ProfileText::presets,
            "rows",
            ProfileText::rows,
            PresetText.MODELS,
            PresetText::models);

    private static final Pattern LAW = Pattern.compile("[Ii][0-9]+");

    private static final Pattern FIELD_CASE = Pattern.compile("[FfDd][0-9]+");

    private final Shape<?> format = ScenarioFields.shape();
    private final EventText events = new EventText();
    private @Nullable List<Scenario> shipped;

    /** What there is to ask about. */
    public String topics() {
        return Wrap.words(
                        "profiles: " + String.join(", ", ProfileReader.presetNames())
                                + "; see `kvdrill explain profiles`",
                        "",
                        "  ")
                + Wrap.words("laws: I1 to I15; see `kvdrill explain laws`", "", "  ")
                + Wrap.words("scenarios: " + String.join(", ", Library.names()), "", "  ")
                + Wrap.words(
                        "fields of a scenario: "
                                + String.join(
                                        ", ",
                                        format.fields().stream()
                                                .map(Field::name)
                                                .toList())
                                + "; and those inside them, such as faults.kill",
                        "",
                        "  ")
                + Wrap.words("models, such as llama-3.1-70b-tp4: see `kvdrill explain models`", "", "  ")
                + Wrap.words("reports, F1 to F110 and D1 to D16: see `kvdrill explain reports`", "", "  ")
                + Wrap.words("rows of a profile, such as load_timeout_pd: see `kvdrill explain rows`", "", "  ")
                + Wrap.words("events of a trace, such as write_ended: see `kvdrill explain events`", "", "  ")
                + Wrap.words("whatever has a word in it: `kvdrill explain --search WORD`", "", "  ");
    }

    /**
     * All that has these words in its name or in what is said of it.
     *
     * @throws InvalidInputException if there is nothing
     */
    public String search(List<String> words) {
        StringBuilder out = new StringBuilder();
        allTopics().stream().filter(topic -> topic.has(words)).map(Topic::text).forEach(out::append);
        if (out.isEmpty()) {
            throw new InvalidInputException(
                    Source.of("kvdrill", "").whole(),
                    "nothing has '" + String.join("' and '", words) + "' in its name or its description",
                    "search for fewer words, or a part of one");
        }
        return out.toString();
    }

    /**
     * What it is.
     *
     * @throws InvalidInputException if there is nothing of that name
     */
    public String explain(String topic) {
        Optional<Preset> preset = Preset.named(topic);
        if (preset.isPresent()) {
            return ProfileText.preset(preset.get());
        }
        Optional<LawStory> law = LawStory.named(topic);
        if (law.isPresent()) {
            return law.get().text();
        }
        Supplier<String> list = LISTS.get(topic);
        if (list != null) {
            return list.get();
        }
        Optional<String> served = PresetText.model(topic);
        if (served.isPresent()) {
            return served.get();
        }
        if (topic.equals(FieldCaseText.ALL)) {
            return FieldCaseText.all(shipped());
        }
        Optional<FieldCase> told = FieldCases.named(topic);
        if (told.isPresent()) {
            return FieldCaseText.of(told.get(), shipped());
        }
        String rowName = topic.startsWith(PROFILE_PREFIX) ? topic.substring(PROFILE_PREFIX.length()) : topic;
        Optional<Row<?>> row = Rows.named(rowName);
        if (row.isPresent()) {
            return ProfileText.row(row.get());
        }
        if (isScenario(topic)) {
            return ScenarioText.of(new ScenarioFinder(new ScenarioReader(List.of())).find(topic));
        }
        List<Shape<?>> forms = FieldText.forms(format, topic);
        if (!forms.isEmpty()) {
            return FieldText.form(topic, forms.get(0));
        }
        List<Field<?>> fields = FieldText.find(format, topic);
        if (!fields.isEmpty()) {
            StringBuilder out = new StringBuilder();
            for (Field<?> field : fields) {
                out.append(out.isEmpty() ? "" : "\n").append(FieldText.field(topic, field));
            }
            return out.toString();
        }
        if (topic.equals(EventText.ALL)) {
            return events.all();
        }
        if (events.has(topic)) {
            return events.one(topic);
        }
        throw new InvalidInputException(
                Source.of("kvdrill", "").whole(), "nothing is called '" + topic + "'", suggestion(topic));
    }

    /** All shipped scenarios, read once. */
    private List<Scenario> shipped() {
        List<Scenario> read = shipped;
        if (read == null) {
            read = new ScenarioFinder(new ScenarioReader(List.of())).all();
            shipped = read;
        }
        return read;
    }

    private String suggestion(String topic) {
        if (FIELD_CASE.matcher(topic).matches()) {
            return Nearest.suggestion(topic, FieldCases.ids()) + "; `kvdrill explain reports` lists them";
        }
        if (LAW.matcher(topic).matches()) {
            return "the laws are I1 to I15; see `kvdrill explain laws`";
        }
        List<String> near = Nearest.several(topic, allNames(), MOST_SUGGESTED);
        String search = "`kvdrill explain --search " + topic + "` looks into what is said of each";
        boolean found = allTopics().stream().anyMatch(known -> known.has(List.of(topic)));
        if (near.isEmpty()) {
            return found ? search : "`kvdrill explain` lists what there is to ask about";
        }
        String names = "'" + String.join("', '", near) + "'";
        int last = names.lastIndexOf(", ");
        String meant = last < 0 ? names : names.substring(0, last) + " or " + names.substring(last + 2);
        return "did you mean " + meant + "?" + (found ? "\n" + search : "");
    }

    private static boolean isScenario(String topic) {
        if (Library.names().contains(topic.replaceFirst("/.*", ""))) {
            return true;
        }
        try {
            return (topic.endsWith(".yaml") || topic.endsWith(".yml")) && Files.exists(Path.of(topic));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private List<Topic> allTopics() {
        List<Topic> topics = new ArrayList<>();
        for (Preset preset : Preset.values()) {
            topics.add(new Topic("profile", preset.publicName(), ProfileFields.about(preset)));
        }
        for (LawStory law : LawStory.values()) {
            topics.add(new Topic("law", law.name(), law.statement()));
        }
        for (Row<?> row : Rows.all()) {
            topics.add(new Topic("row", row.name(), row.about()));
        }
        for (FieldCase each : FieldCases.all()) {
            topics.add(new Topic("report", each.id(), each.title()));
        }
        for (Scenario scenario : shipped()) {
            topics.add(new Topic("scenario", scenario.name(), scenario.about()));
        }
        for (String path : FieldText.paths(format)) {
            for (Field<?> field : FieldText.find(format, path)) {
                topics.add(new Topic("field", path, field.about()));
            }
        }
        for (String event : events.names()) {
            topics.add(new Topic("event", event, events.about(event)));
        }
        for (ModelPreset model : ModelPreset.all()) {
            topics.add(new Topic("model", model.name(), model.about()));
        }
        return topics;
    }

    /** All names that may be asked about. */
    public List<String> allNames() {
        List<String> names = new ArrayList<>(ProfileReader.presetNames());
        for (LawStory law : LawStory.values()) {
            names.add(law.name());
        }
        names.addAll(ProfileReader.rowNames());
        names.addAll(Library.names());
        names.addAll(FieldText.paths(format));
        names.addAll(events.names());
        names.add(EventText.ALL);
        names.add(FieldCaseText.ALL);
        LISTS.keySet().stream().sorted().forEach(names::add);
        names.addAll(PresetText.names());
        names.addAll(FieldCases.ids());
        return names;
    }
}
