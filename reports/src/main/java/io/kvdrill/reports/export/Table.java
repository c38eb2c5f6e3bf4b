package io.kvdrill.reports.export;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A tidy table of a run: one kind of thing, one row each, one column for each of its properties.
 *
 * @param name the file's name, without {@code .csv}
 * @param about what a row is
 * @param columns its columns, in order
 * @param rows its rows, in order
 * @param <R> what a row is of
 */
public record Table<R>(String name, String about, List<Column<R>> columns, Function<RunView, List<R>> rows) {
    /** Keeps an immutable copy. */
    public Table {
        columns = List.copyOf(columns);
    }

    /**
     * One column.
     *
     * @param name its name; one that ends in {@code _ns} is of nanoseconds of the run's own time
     * @param about what it holds
     * @param value its value in a row: text, a number, a truth value; null for none
     * @param <R> what a row is of
     */
    public record Column<R>(String name, String about, Function<R, @Nullable Object> value) {}

    /** A row's values, in the order of the columns. */
    List<@Nullable Object> values(R row) {
        List<@Nullable Object> values = new ArrayList<>();
        columns.forEach(column -> values.add(column.value().apply(row)));
        return values;
    }
}
