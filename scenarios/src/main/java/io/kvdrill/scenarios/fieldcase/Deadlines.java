package io.kvdrill.scenarios.fieldcase;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.unit.UnitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Deadlines that something waits for, one after the other: {@code load_timeout_pd + abort_ack_timeout}. What each of them
 * is, a profile says.
 *
 * @param rows rows of a profile, in the order in which they pass
 */
public record Deadlines(List<TimeRow> rows) {
    private static final String AND = "+";

    /** Keeps an immutable copy. */
    public Deadlines {
        rows = List.copyOf(rows);
    }

    /**
     * Reads names of rows with {@code +} between them.
     *
     * @throws UnitException if one of them is no row that holds a duration
     */
    public static Deadlines parse(String text) throws UnitException {
        List<TimeRow> rows = new ArrayList<>();
        int from = 0;
        while (from <= text.length()) {
            int plus = text.indexOf(AND, from);
            int to = plus < 0 ? text.length() : plus;
            String name = text.substring(from, to).strip();
            Optional<Row<?>> row = Rows.named(name);
            if (row.isEmpty() || !(row.get() instanceof TimeRow time)) {
                throw new UnitException(
                        "'" + name + "' is no deadline",
                        Nearest.suggestion(
                                name,
                                Rows.all().stream()
                                        .filter(TimeRow.class::isInstance)
                                        .map(Row::name)
                                        .toList()));
            }
            rows.add(time);
            from = to + 1;
        }
        return new Deadlines(rows);
    }

    /** Their sum under a preset, in nanoseconds; empty if one of them never passes. */
    public OptionalLong sumNanos(Preset preset) {
        long sum = 0;
        for (TimeRow row : rows) {
            Long nanos = row.value(preset);
            if (nanos == null) {
                return OptionalLong.empty();
            }
            sum = Math.addExact(sum, nanos);
        }
        return OptionalLong.of(sum);
    }

    /** The sum and its parts: {@code 40s = load_timeout_pd 30s + abort_ack_timeout 10s}. */
    public String text(Preset preset) {
        List<String> parts = new ArrayList<>();
        for (TimeRow row : rows) {
            Long nanos = row.value(preset);
            parts.add(row.name() + " " + (nanos == null ? "none" : Texts.duration(nanos)));
        }
        OptionalLong sum = sumNanos(preset);
        return (sum.isEmpty() ? "no end" : Texts.duration(sum.getAsLong())) + " = " + String.join(" + ", parts);
    }
}
