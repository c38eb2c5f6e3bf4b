package io.kvdrill.core.profile;

import io.kvdrill.core.profile.Row.AmountRow;
import io.kvdrill.core.profile.Row.ChoiceRow;
import io.kvdrill.core.profile.Row.TimeRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A value for every row. Immutable. */
public final class Profile {
    /** What {@link #nanos} and {@link #amount} answer for a row without a limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    private final String name;
    private final Preset base;
    private final @Nullable Object[] values;

    private Profile(String name, Preset base, @Nullable Object[] values) {
        this.name = name;
        this.base = base;
        this.values = values;
    }

    /** The profile of a preset, unchanged. */
    public static Profile of(Preset preset) {
        List<Row<?>> rows = Rows.all();
        @Nullable Object[] values = new @Nullable Object[rows.size()];
        for (Row<?> row : rows) {
            values[row.index()] = row.value(preset);
        }
        return new Profile(preset.publicName(), preset, values);
    }

    /** This profile under another name. */
    public Profile named(String newName) {
        return new Profile(newName, base, values);
    }

    /** This profile with one row set; null stands for "none". */
    public <T> Profile with(Row<T> row, @Nullable T value) {
        @Nullable Object[] changed = values.clone();
        changed[row.index()] = value;
        return new Profile(name, base, changed);
    }

    /** This profile with one row taken from a preset. */
    public <T> Profile with(Row<T> row, Preset preset) {
        return with(row, row.value(preset));
    }

    /** What the profile is called. */
    public String name() {
        return name;
    }

    /** The preset that it started from. */
    public Preset base() {
        return base;
    }

    /** The row's value; null stands for "none". */
    @SuppressWarnings("unchecked") // with() and of() keep each row's own type
    public <T> @Nullable T value(Row<T> row) {
        return (T) values[row.index()];
    }

    /** The length of time in nanoseconds, or {@link #NO_LIMIT}. */
    public long nanos(TimeRow row) {
        Long value = value(row);
        return value == null ? NO_LIMIT : value;
    }

    /** The amount, or {@link #NO_LIMIT}. */
    public long amount(AmountRow row) {
        Long value = value(row);
        return value == null ? NO_LIMIT : value;
    }

    /** The behaviour chosen. */
    public <E extends Enum<E>> E choice(ChoiceRow<E> row) {
        return Objects.requireNonNull(value(row), row.name());
    }

    /** The rows whose values differ from those of {@link #base}. */
    public List<Row<?>> overridden() {
        List<Row<?>> changed = new ArrayList<>();
        for (Row<?> row : Rows.all()) {
            if (!Objects.equals(values[row.index()], row.value(base))) {
                changed.add(row);
            }
        }
        return changed;
    }

    /** How this profile's value of the row is known: as under the preset, or chosen where it was overridden. */
    public Evidence evidence(Row<?> row) {
        return Objects.equals(values[row.index()], row.value(base)) ? row.evidence(base) : Evidence.CHOSEN;
    }

    @Override
    public String toString() {
        return name;
    }
}
