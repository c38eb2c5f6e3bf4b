package io.kvdrill.scenarios.format.version;

import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Brings documents of older versions of the format up to date, one version at a time. */
public final class Migrations {
    /** The version that this program reads. */
    public static final int CURRENT = 1;

    /** No version came before the first. */
    public static final Migrations SHIPPED = new Migrations(CURRENT, List.of());

    private static final String FIELD = "format";

    /**
     * From one version to the next.
     *
     * @param from the older version
     * @param change gives the document of the next one; its {@code format} is set for it. Values that it keeps keep their
     *     places, so that problems still point at what was written
     */
    public record Step(int from, UnaryOperator<YamlValue.Mapping> change) {}

    private final int current;
    private final List<Step> steps;

    /**
     * A chain.
     *
     * @param current the version that it leads to
     * @param steps from the oldest version that can be read; each leads to the next
     * @throws IllegalArgumentException if a step is missing
     */
    public Migrations(int current, List<Step> steps) {
        this.current = current;
        this.steps = List.copyOf(steps);
        for (int i = 0; i < steps.size(); i++) {
            int from = current - steps.size() + i;
            if (steps.get(i).from() != from) {
                throw new IllegalArgumentException("the step from format " + from + " is missing");
            }
        }
    }

    /**
     * The document in the current version; empty after {@code problems} was told that it cannot be read. One without a
     * version, or with something else for it, is left as it is for its reader to refuse.
     */
    public Optional<YamlValue.Mapping> upToDate(YamlValue.Mapping document, Problems problems) {
        YamlValue written = document.get(FIELD).orElse(null);
        if (!(written instanceof YamlValue.Scalar scalar)) {
            return Optional.of(document);
        }
        long version;
        try {
            version = Units.count(scalar.text());
        } catch (UnitException e) {
            return Optional.of(document);
        }
        if (version > current) {
            problems.add(
                    scalar.span(),
                    "format " + version + " is newer than this program, which reads format " + current,
                    "run it with the kvdrill that it was written for, or a later one");
            return Optional.empty();
        }
        if (version < current - steps.size()) {
            problems.add(
                    scalar.span(),
                    "format " + version + " is no longer read; this program reads " + readable(),
                    "see what has changed in docs/scenario-format.md, and set format: " + current);
            return Optional.empty();
        }
        YamlValue.Mapping result = document;
        for (Step step : steps) {
            if (step.from() >= version) {
                result = numbered(step.change().apply(result), step.from() + 1, scalar.span());
            }
        }
        return Optional.of(result);
    }

    private String readable() {
        return steps.isEmpty() ? "format " + current : "formats " + (current - steps.size()) + " to " + current;
    }

    private static YamlValue.Mapping numbered(YamlValue.Mapping document, int version, Span span) {
        Span nameSpan = document.entry(FIELD).map(YamlValue.Entry::nameSpan).orElse(span);
        return document.with(
                new YamlValue.Entry(FIELD, nameSpan, new YamlValue.Scalar(span, Integer.toString(version), true)));
    }
}
