package io.kvdrill.scenarios.format.profile;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.yaml.TextFiles;
import io.kvdrill.scenarios.format.yaml.YamlParser;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads profiles: the name of a preset; or a mapping of a {@code base} preset and the rows that differ from it, in a
 * scenario or in a file of its own. Rows go by their own names or by vLLM's option and environment names.
 */
public final class ProfileReader {
    static final String BASE = "base";
    static final String NAME = "name";
    static final String FORMAT = "format";
    static final String ABOUT = "about";

    private ProfileReader() {}

    /** The names of the presets. */
    public static List<String> presetNames() {
        return Arrays.stream(Preset.values()).map(Preset::publicName).toList();
    }

    /** Row names and what vLLM calls them. */
    public static List<String> rowNames() {
        List<String> names = new ArrayList<>();
        Rows.all().forEach(row -> names.add(row.name()));
        Rows.all().forEach(row -> names.addAll(row.aliases()));
        return names;
    }

    /**
     * A profile in a file of its own.
     *
     * @throws InvalidInputException if it is none
     */
    public static Profile readFile(Path file) {
        Source source = TextFiles.read(file);
        Problems problems = new Problems();
        YamlValue value = YamlParser.parse(source, problems);
        Profile profile = null;
        if (value instanceof YamlValue.Mapping mapping) {
            profile = rows(mapping, nameOf(file), problems);
        } else {
            problems.add(
                    value.span(),
                    "a profile file is a mapping, found " + value.kind(),
                    "such as\n" + "base: vllm-2026-10\nload_timeout_symmetric: 5s");
        }
        problems.throwIfAny();
        if (profile == null) {
            throw new IllegalStateException("no profile and no problem in " + file);
        }
        return profile;
    }

    /** A profile inside a scenario: a preset's name or a mapping. Null after a problem. */
    public static @Nullable Profile read(YamlValue value, Problems problems) {
        if (value instanceof YamlValue.Mapping mapping) {
            return rows(mapping, "", problems);
        }
        if (value instanceof YamlValue.Scalar scalar && !scalar.isNull()) {
            return preset(scalar, problems).map(Profile::of).orElse(null);
        }
        problems.add(value.span(), "expected a profile, found " + value.kind(), Nearest.oneOf(presetNames()));
        return null;
    }

    /** A profile with one row set, as by {@code --set profile.ROW=VALUE}. Null after a problem. */
    public static @Nullable Profile set(
            Profile profile, String rowName, Span nameSpan, YamlValue value, Problems problems) {
        Optional<Row<?>> row = Rows.named(rowName);
        if (row.isEmpty()) {
            problems.add(
                    nameSpan,
                    "there is no profile row called '" + rowName + "'",
                    Nearest.suggestion(rowName, rowNames()) + "\n`kvdrill explain hardened` lists all rows");
            return null;
        }
        if (!(value instanceof YamlValue.Scalar scalar) || scalar.text().isEmpty()) {
            problems.add(
                    value.span(),
                    "expected " + RowText.expected(row.get()) + " for " + rowName + ", found " + value.kind(),
                    "");
            return null;
        }
        try {
            return RowText.set(profile, row.get(), rowName, scalar.text());
        } catch (UnitException e) {
            problems.add(value.span(), rowName + ": " + e.problem(), e.help());
            return null;
        }
    }

    /**
     * Refuses a retention that a late fetch can outlive, under {@code hardened} (profiles.md).
     *
     * @param span where the retention was set
     */
    public static void checkRetention(Profile profile, Span span, Problems problems) {
        if (profile.base() != Preset.HARDENED) {
            return;
        }
        long least = saturatedSum(
                profile.nanos(Rows.HANDSHAKE_TIMEOUT),
                Math.max(profile.nanos(Rows.LOAD_TIMEOUT_PD), profile.nanos(Rows.LOAD_TIMEOUT_SYMMETRIC)),
                profile.nanos(Rows.ABORT_ACK_TIMEOUT));
        TimeRow retention = Rows.REAPED_ID_RETENTION;
        if (profile.nanos(retention) < least) {
            String needed = least == Profile.NO_LIMIT ? RowText.NONE : Texts.duration(least);
            problems.add(
                    span,
                    retention.name() + " of " + RowText.of(retention, profile) + " is too short under hardened: a fetch"
                            + " may be under way for handshake_timeout + the longer load timeout + abort_ack_timeout = "
                            + needed,
                    "make it at least " + needed + ", or start from another base");
        }
    }

    private static @Nullable Profile rows(YamlValue.Mapping mapping, String defaultName, Problems problems) {
        Profile profile = Profile.of(Preset.HARDENED);
        int before = problems.count();
        Optional<YamlValue> base = mapping.get(BASE);
        if (base.isPresent()) {
            Optional<Preset> preset = base.get() instanceof YamlValue.Scalar scalar && !scalar.isNull()
                    ? preset(scalar, problems)
                    : noPreset(base.get(), problems);
            profile = preset.map(Profile::of).orElse(profile);
        }
        String baseName = profile.base().publicName();
        Span retentionSpan = null;
        boolean changed = false;
        String name = defaultName;
        Map<Row<?>, String> setBy = new LinkedHashMap<>();
        for (YamlValue.Entry entry : mapping.entries()) {
            switch (entry.name()) {
                case BASE, ABOUT -> {}
                case FORMAT -> checkFormat(entry, problems);
                case NAME -> name = ProfileNames.read(entry.value(), problems);
                default -> {
                    refuseSecondName(entry, setBy, problems);
                    Profile next = set(profile, entry.name(), entry.nameSpan(), entry.value(), problems);
                    changed = true;
                    profile = next == null ? profile : next;
                    if (Rows.named(entry.name())
                            .filter(r -> r == Rows.REAPED_ID_RETENTION)
                            .isPresent()) {
                        retentionSpan = entry.value().span();
                    }
                }
            }
        }
        if (retentionSpan != null) {
            checkRetention(profile, retentionSpan, problems);
        }
        if (changed && presetNames().contains(name)) {
            if (!name.equals(defaultName)) {
                Span span = mapping.get(NAME).map(YamlValue::span).orElse(mapping.span());
                problems.add(
                        span,
                        "'" + name + "' is a preset's name, and this profile is not that preset",
                        "give it another name, or leave the name out");
            }
            name = ProfileNames.changed(baseName);
        }
        if (problems.count() > before) {
            return null;
        }
        if (!name.isEmpty()) {
            return profile.named(name);
        }
        return changed ? profile.named(ProfileNames.changed(baseName)) : profile;
    }

    /** One row may go by several names; the last one must not win in silence. */
    private static void refuseSecondName(YamlValue.Entry entry, Map<Row<?>, String> setBy, Problems problems) {
        Optional<Row<?>> row = Rows.named(entry.name());
        if (row.isEmpty()) {
            return;
        }
        String before = setBy.put(row.get(), entry.name());
        if (before != null && !before.equals(entry.name())) {
            problems.add(
                    entry.nameSpan(),
                    "'" + entry.name() + "' and '" + before + "' are one row, "
                            + row.get().name(),
                    "keep one of them");
        }
    }

    private static void checkFormat(YamlValue.Entry entry, Problems problems) {
        if (!(entry.value() instanceof YamlValue.Scalar scalar)
                || !scalar.text().equals("1")) {
            problems.add(
                    entry.value().span(),
                    "format " + entry.value().kind() + " is not known here",
                    "this version reads format: 1");
        }
    }

    private static Optional<Preset> preset(YamlValue.Scalar scalar, Problems problems) {
        Optional<Preset> preset = Preset.named(scalar.text());
        if (preset.isEmpty()) {
            problems.add(
                    scalar.span(),
                    "there is no profile called " + scalar.kind(),
                    Nearest.suggestion(scalar.text(), presetNames()));
        }
        return preset;
    }

    private static Optional<Preset> noPreset(YamlValue value, Problems problems) {
        problems.add(
                value.span(), "expected the name of a preset, found " + value.kind(), Nearest.oneOf(presetNames()));
        return Optional.empty();
    }

    private static String nameOf(Path file) {
        String name = String.valueOf(file.getFileName());
        int dot = name.lastIndexOf('.');
        return ProfileNames.cleaned(dot > 0 ? name.substring(0, dot) : name);
    }

    private static long saturatedSum(long... nanos) {
        long sum = 0;
        for (long each : nanos) {
            sum = each > Profile.NO_LIMIT - sum ? Profile.NO_LIMIT : sum + each;
        }
        return sum;
    }
}
