package io.kvdrill.scenarios.format.include;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.version.Migrations;
import io.kvdrill.scenarios.format.yaml.YamlParser;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Puts the parts that a document includes in their places. */
public final class Includes {
    /** Most files of a scenario, however they include each other. */
    public static final int MOST_FILES = 100;

    /** The field that lists them. */
    public static final String FIELD = "include";

    /** What a part may say of itself only. */
    private static final List<String> OWN = List.of("format", "about");

    /** A part says these of nobody. */
    private static final List<String> REFUSED = List.of("cases");

    /** Sections with names: those of all files together. */
    private static final List<String> NAMED = List.of("peers", "pods", "moments", "workloads", "warm", "under");

    /** Lists: those of the parts, then the file's own. */
    private static final List<String> LISTS = List.of("requests", "faults", "expect", "reports");

    private final Migrations migrations;
    private final Problems problems;
    private int files;

    /** Tells {@code problems} what is wrong, and brings parts of older versions up to date. */
    public Includes(Migrations migrations, Problems problems) {
        this.migrations = migrations;
        this.problems = problems;
    }

    /**
     * The document with everything that it includes, and without its {@code include}.
     *
     * @throws InvalidInputException if a part cannot be read at all
     */
    public YamlValue.Mapping resolve(YamlValue.Mapping document, Parts parts) {
        return resolve(document, parts, new LinkedHashSet<>());
    }

    private YamlValue.Mapping resolve(YamlValue.Mapping document, Parts parts, Set<String> around) {
        YamlValue written = document.get(FIELD).orElse(null);
        if (written == null) {
            return document;
        }
        YamlValue.Mapping shared = YamlValue.Mapping.of(document.span(), List.of());
        for (YamlValue item : itemsOf(written)) {
            if (item instanceof YamlValue.Scalar path && !path.isNull()) {
                shared = together(shared, part(path, parts, around));
            } else {
                problems.add(
                        item.span(),
                        "expected the path of a file, found " + item.kind(),
                        "such as include: parts/fleet.yaml");
            }
        }
        return together(shared, document.without(FIELD));
    }

    private static List<YamlValue> itemsOf(YamlValue written) {
        return written instanceof YamlValue.Sequence sequence ? sequence.items() : List.of(written);
    }

    private YamlValue.Mapping part(YamlValue.Scalar path, Parts parts, Set<String> around) {
        if (++files > MOST_FILES) {
            throw new InvalidInputException(path.span(), "more than " + MOST_FILES + " files are included", "");
        }
        Parts.Part part = parts.open(path.text(), path.span());
        Set<String> inside = new LinkedHashSet<>(around);
        if (!inside.add(part.identity())) {
            throw new InvalidInputException(
                    path.span(), "'" + path.text() + "' includes itself, directly or through others", "");
        }
        YamlValue value = YamlParser.parse(part.text(), problems);
        if (!(value instanceof YamlValue.Mapping document)) {
            throw new InvalidInputException(
                    value.span(), "a part of a scenario is a mapping, found " + value.kind(), "");
        }
        if (document.entry("format").isEmpty()) {
            problems.add(
                    document.span(),
                    "a part of a scenario needs 'format', too",
                    "such as format: " + Migrations.CURRENT);
        }
        Optional<YamlValue.Mapping> current = migrations.upToDate(document, problems);
        YamlValue.Mapping body = current.orElse(YamlValue.Mapping.of(document.span(), List.of()));
        for (String field : REFUSED) {
            body.entry(field)
                    .ifPresent(entry -> problems.add(
                            entry.nameSpan(),
                            "a part of a scenario has no '" + field + "'",
                            "only the file that is run has"));
            body = body.without(field);
        }
        YamlValue.Mapping resolved = resolve(body, part.parts(), inside);
        for (String field : OWN) {
            resolved = resolved.without(field);
        }
        return resolved;
    }

    /** What both say; what only one of them may say is refused where both do. */
    private YamlValue.Mapping together(YamlValue.Mapping first, YamlValue.Mapping second) {
        YamlValue.Mapping result = first;
        for (YamlValue.Entry entry : second.entries()) {
            YamlValue.Entry earlier = first.entry(entry.name()).orElse(null);
            result = result.with(earlier == null ? entry : joined(earlier, entry));
        }
        return YamlValue.Mapping.of(second.span(), result.entries());
    }

    private YamlValue.Entry joined(YamlValue.Entry first, YamlValue.Entry second) {
        YamlValue value;
        if (NAMED.contains(second.name())
                && first.value() instanceof YamlValue.Mapping one
                && second.value() instanceof YamlValue.Mapping other) {
            value = names(one, other);
        } else if (LISTS.contains(second.name())) {
            List<YamlValue> items = new ArrayList<>(itemsOf(first.value()));
            items.addAll(itemsOf(second.value()));
            value = YamlValue.Sequence.of(second.value().span(), items);
        } else {
            twice(second.name(), second.nameSpan(), first.nameSpan());
            value = second.value();
        }
        return new YamlValue.Entry(second.name(), second.nameSpan(), value);
    }

    private YamlValue names(YamlValue.Mapping first, YamlValue.Mapping second) {
        List<YamlValue.Entry> entries = new ArrayList<>(first.entries());
        for (YamlValue.Entry entry : second.entries()) {
            Optional<YamlValue.Entry> earlier = first.entry(entry.name());
            if (earlier.isPresent()) {
                twice(entry.name(), entry.nameSpan(), earlier.get().nameSpan());
            } else {
                entries.add(entry);
            }
        }
        return YamlValue.Mapping.of(second.span(), entries);
    }

    private void twice(String name, Span here, Span there) {
        problems.add(
                here,
                "'" + name + "' is defined twice",
                "also in line " + there.line() + " of " + there.source().name());
    }
}
