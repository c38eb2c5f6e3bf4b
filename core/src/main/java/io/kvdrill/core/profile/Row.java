package io.kvdrill.core.profile;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One rule of a profile. Rows are compared by identity; {@link Rows} holds them all.
 *
 * @param <T> what its values are; null stands for "none"
 */
public abstract sealed class Row<T> permits Row.TimeRow, Row.AmountRow, Row.ChoiceRow {

    /** The value under one preset and how it is known. */
    record Entry<T>(@Nullable T value, Evidence evidence) {}

    private final int index;
    private final String name;
    private final String about;
    private final String source;
    private final boolean transport;
    private final List<String> aliases;
    private final Map<Preset, Entry<T>> entries;

    Row(
            int index,
            String name,
            String about,
            String source,
            boolean transport,
            List<String> aliases,
            Map<Preset, Entry<T>> entries) {
        this.index = index;
        this.name = name;
        this.about = about;
        this.source = source;
        this.transport = transport;
        this.aliases = List.copyOf(aliases);
        this.entries = entries;
    }

    /** Position in the catalogue, from 0. */
    public int index() {
        return index;
    }

    /** The name that users write, as in {@code --set profile.NAME=VALUE}. */
    public String name() {
        return name;
    }

    /** One sentence on what the row decides. */
    public String about() {
        return about;
    }

    /** The upstream pull request, commit or statement that it models. */
    public String source() {
        return source;
    }

    /** Whether the rule belongs to the transports: it acts in simulation only. */
    public boolean transport() {
        return transport;
    }

    /** vLLM's own option and environment names for it. */
    public List<String> aliases() {
        return aliases;
    }

    /** The value under a preset; null stands for "none". */
    public @Nullable T value(Preset preset) {
        return entry(preset).value();
    }

    /** How the value under a preset is known. */
    public Evidence evidence(Preset preset) {
        return entry(preset).evidence();
    }

    private Entry<T> entry(Preset preset) {
        Entry<T> entry = entries.get(preset);
        if (entry == null) {
            throw new IllegalStateException("row " + name + " has no value under " + preset.publicName());
        }
        return entry;
    }

    @Override
    public String toString() {
        return name;
    }

    /** A length of time in nanoseconds; null for no limit. */
    public static final class TimeRow extends Row<Long> {
        TimeRow(
                int index,
                String name,
                String about,
                String source,
                boolean transport,
                List<String> aliases,
                Map<Preset, Entry<Long>> entries) {
            super(index, name, about, source, transport, aliases, entries);
        }
    }

    /** A count or a number of bytes; null for no limit. */
    public static final class AmountRow extends Row<Long> {
        private final boolean bytes;

        AmountRow(
                int index,
                String name,
                String about,
                String source,
                boolean bytes,
                List<String> aliases,
                Map<Preset, Entry<Long>> entries) {
            super(index, name, about, source, false, aliases, entries);
            this.bytes = bytes;
        }

        /** Whether it counts bytes. */
        public boolean bytes() {
            return bytes;
        }
    }

    /**
     * One of a few behaviours.
     *
     * @param <E> the behaviours
     */
    public static final class ChoiceRow<E extends Enum<E>> extends Row<E> {
        private final Class<E> choices;

        ChoiceRow(
                int index,
                String name,
                String about,
                String source,
                boolean transport,
                List<String> aliases,
                Map<Preset, Entry<E>> entries,
                Class<E> choices) {
            super(index, name, about, source, transport, aliases, entries);
            this.choices = choices;
        }

        /** The behaviours to choose from. */
        public Class<E> choices() {
            return choices;
        }
    }
}
