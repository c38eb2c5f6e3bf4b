package io.kvdrill.scenarios.format.profile;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Row.ChoiceRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.shape.WordType;
import io.kvdrill.scenarios.format.unit.UnitException;
import java.util.ArrayList;
import java.util.List;

/** A profile file as a shape, made from the rows, for editors and documentation; {@link ProfileReader} reads such files. */
public final class ProfileFields {
    private ProfileFields() {}

    /** The names of the presets, each with what it is. */
    public static WordType<Preset> presets() {
        WordType<Preset> words = WordType.named("profile");
        for (Preset preset : Preset.values()) {
            words = words.word(preset.publicName(), preset, about(preset));
        }
        return words;
    }

    /** What a preset is, in a line. */
    public static String about(Preset preset) {
        return switch (preset) {
            case VLLM_2026_08 -> "vLLM main at be06873198 (2026-08-19), defects included; recordings pin it";
            case VLLM_2026_10 ->
                "vLLM's October 2026 manager and data transport, with the pull requests merged by then";
            case HARDENED -> "the default; keeps every law and stays wire-compatible with the other two";
            case CONFORMANCE_2026_10 ->
                "vllm-2026-08 with the October manager: what the vllm-2026-10 recordings were made with";
        };
    }

    /** Base, name, and every row by its own name and by vLLM's. */
    public static Shape<?> shape() {
        List<Field<?>> fields = new ArrayList<>();
        fields.add(Field.of(
                        ProfileReader.FORMAT,
                        new ScalarType<>(
                                "format version", "the version of the format, 1", ScalarType.Json.INTEGER, text -> {
                                    if (!text.equals("1")) {
                                        throw new UnitException("format " + text + " is not known here", "format: 1");
                                    }
                                    return 1;
                                }),
                        "1")
                .about("version of the format"));
        fields.add(Field.of(ProfileReader.BASE, presets(), Preset.HARDENED.publicName())
                .about("the preset that the profile starts from")
                .example(Preset.VLLM_2026_10.publicName()));
        fields.add(Field.optional(ProfileReader.NAME, ProfileNames.TYPE, "the file's name without its ending")
                .about("what the profile is called")
                .example("short-load"));
        fields.add(Field.optional(
                        ProfileReader.ABOUT,
                        new ScalarType<>("text", "a text", ScalarType.Json.TEXT, text -> text),
                        "nothing is said about it")
                .about("what the profile is for"));
        for (Row<?> row : Rows.all()) {
            fields.add(field(row, row.name()));
            row.aliases().forEach(alias -> fields.add(field(row, alias)));
        }
        return new Shape<>("a profile", "A preset, and the rows that differ from it", fields, values -> Boolean.TRUE);
    }

    private static Field<?> field(Row<?> row, String name) {
        String about = name.equals(row.name()) ? row.about() : "vLLM's name for `" + row.name() + "`: " + row.about();
        Field<?> field =
                Field.optional(name, type(row, name), "as under `base`").about(about);
        boolean inSeconds = !name.equals(row.name()) && row instanceof Row.TimeRow;
        return inSeconds ? field : field.example(RowText.of(row, row.value(Preset.HARDENED)));
    }

    private static Type<?> type(Row<?> row, String name) {
        if (row instanceof ChoiceRow<?> choice) {
            WordType<String> words = WordType.named("choice");
            for (String word : RowText.words(choice)) {
                words = words.word(word, word, "");
            }
            for (Preset preset : Preset.values()) {
                words = words.word(
                        preset.publicName(), preset.publicName(), "as there: " + RowText.of(row, row.value(preset)));
            }
            return words;
        }
        Profile any = Profile.of(Preset.HARDENED);
        return new ScalarType<>(
                        row instanceof Row.TimeRow ? "duration or none" : "amount or none",
                        RowText.expected(row),
                        ScalarType.Json.TEXT,
                        text -> RowText.set(any, row, name, text))
                .matching(RowText.pattern(row, name));
    }
}
