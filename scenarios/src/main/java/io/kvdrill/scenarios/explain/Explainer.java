package io.kvdrill.scenarios.explain;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.profile.ProfileReader;
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
import java.util.Optional;

/** Finds out what somebody asks about, and says what it is. */
public final class Explainer {
    private static final String PROFILE_PREFIX = "profile.";

    private final Shape<?> format = ScenarioFields.shape();
    private final EventText events = new EventText();

    /** What there is to ask about. */
    public String topics() {
        return Wrap.words("profiles: " + String.join(", ", ProfileReader.presetNames()), "", "  ")
                + Wrap.words("laws: I1 to I15", "", "  ")
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
                + Wrap.words("rows of a profile, such as load_timeout_pd: see any profile", "", "  ")
                + Wrap.words("events of a trace, such as write_ended: see `kvdrill explain events`", "", "  ");
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
        if (topic.equals(PresetText.MODELS)) {
            return PresetText.models();
        }
        Optional<String> served = PresetText.model(topic);
        if (served.isPresent()) {
            return served.get();
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
                Source.of("kvdrill", "").whole(),
                "nothing is called '" + topic + "'",
                Nearest.to(topic, allNames())
                        .map(name -> "did you mean '" + name + "'?")
                        .orElse("`kvdrill explain` lists what there is to ask about"));
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
        names.add(PresetText.MODELS);
        names.addAll(PresetText.names());
        return names;
    }
}
