package io.kvdrill.scenarios.explain;

import io.kvdrill.core.profile.Evidence;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Row.ChoiceRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.profile.ProfileFields;
import io.kvdrill.scenarios.format.profile.RowText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** Profiles and their rows in words. */
final class ProfileText {
    private ProfileText() {}

    /** A preset: each row with the option that sets it, how its value is known, and where it comes from. */
    static String preset(Preset preset) {
        StringBuilder out = new StringBuilder();
        out.append(Wrap.words("profile " + preset.publicName() + ": " + ProfileFields.about(preset), "", "  "));
        out.append('\n').append(table(preset)).append('\n');
        out.append(Wrap.words(
                "Each row again: the option that sets it to this value, how the value is known, what the row decides, and the"
                        + " upstream commit or pull request. Rows marked * differ from hardened.",
                "",
                ""));
        for (Evidence evidence : Evidence.values()) {
            out.append(Wrap.words(word(evidence) + ": " + about(evidence), "  ", "            "));
        }
        for (Row<?> row : Rows.all()) {
            out.append('\n').append(row(row, preset));
        }
        return out.toString();
    }

    /** The values alone. */
    private static String table(Preset preset) {
        StringBuilder out = new StringBuilder();
        for (Row<?> row : Rows.all()) {
            out.append(String.format(
                    Locale.ROOT, "%s%-32s %s%n", mark(row, preset), row.name(), RowText.of(row, row.value(preset))));
        }
        return out.toString();
    }

    /** All presets, each in a sentence. */
    static String presets() {
        StringBuilder out = new StringBuilder();
        for (Preset preset : Preset.values()) {
            out.append(Wrap.words(preset.publicName() + ": " + ProfileFields.about(preset), "  ", "    "));
        }
        return out.append(Wrap.words(
                        "`kvdrill explain PROFILE` shows all values of one. A file of yours may extend one:"
                                + " docs/cli.md.",
                        "",
                        ""))
                .toString();
    }

    /** The names of all rows. */
    static String rows() {
        List<String> names = new ArrayList<>();
        Rows.all().forEach(row -> names.add(row.name()));
        return Wrap.words("rows of a profile: " + String.join(", ", names), "", "  ")
                + Wrap.words(
                        "`kvdrill explain ROW` says what one decides, and its value under every profile; `kvdrill explain"
                                + " PROFILE` shows the values of all; `kvdrill explain --search WORD` finds rows by what"
                                + " they decide.",
                        "",
                        "");
    }

    private static String mark(Row<?> row, Preset preset) {
        return Objects.equals(row.value(preset), row.value(Preset.HARDENED)) ? "  " : "* ";
    }

    private static String row(Row<?> row, Preset preset) {
        String option = mark(row, preset) + setOption(row, preset);
        String evidence = word(row.evidence(preset));
        int gap = Math.max(1, Wrap.WIDTH - option.length() - evidence.length());
        return option
                + " ".repeat(gap)
                + evidence
                + '\n'
                + Wrap.indented(row.about() + (row.transport() ? " (acts in simulation only)" : ""), 4)
                + Wrap.indented("from: " + row.source(), 4);
    }

    /** One row under all presets. */
    static String row(Row<?> row) {
        StringBuilder out = new StringBuilder();
        out.append(Wrap.words("row " + row.name() + ": " + row.about(), "", "  "));
        out.append(Wrap.words("from: " + row.source(), "  ", "  "));
        if (!row.aliases().isEmpty()) {
            out.append(Wrap.words("vLLM's name: " + String.join(", ", row.aliases()), "  ", "  "));
        }
        if (row.transport()) {
            out.append("  belongs to the transports: acts in simulation only\n");
        }
        out.append('\n');
        for (Preset preset : Preset.values()) {
            out.append(String.format(
                    Locale.ROOT,
                    "  %-20s %-34s %s%n",
                    preset.publicName(),
                    RowText.of(row, row.value(preset)),
                    word(row.evidence(preset))));
        }
        if (row instanceof ChoiceRow<?> choice) {
            List<String> words = new ArrayList<>();
            Arrays.stream(choice.choices().getEnumConstants())
                    .map(RowText::word)
                    .forEach(words::add);
            out.append('\n').append(Wrap.words("choices: " + String.join(", ", words), "  ", "    "));
        }
        out.append('\n')
                .append("  set it with  ")
                .append(setOption(row, Preset.HARDENED))
                .append('\n');
        return out.toString();
    }

    private static String setOption(Row<?> row, Preset preset) {
        return "--set profile." + row.name() + "=" + RowText.of(row, row.value(preset));
    }

    private static String about(Evidence evidence) {
        return switch (evidence) {
            case RECORDED -> "a recording of a running vLLM tier pins it";
            case READ -> "read in published source, documentation or a merged pull request";
            case INFERRED -> "no published source settles it: assumed unchanged, or a value of ours";
            case CHOSEN -> "decided by this project";
        };
    }

    private static String word(Evidence evidence) {
        return evidence.name().toLowerCase(Locale.ROOT);
    }
}
