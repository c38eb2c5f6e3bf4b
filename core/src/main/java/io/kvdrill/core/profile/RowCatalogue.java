package io.kvdrill.core.profile;

import io.kvdrill.core.profile.Row.AmountRow;
import io.kvdrill.core.profile.Row.ChoiceRow;
import io.kvdrill.core.profile.Row.Entry;
import io.kvdrill.core.profile.Row.TimeRow;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Builds {@link Rows}, numbering rows in the order in which they are declared. */
final class RowCatalogue {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The rows that {@link Preset#CONFORMANCE_2026_10} takes from October (profiles.md, last section). */
    private static final List<String> OCTOBER_MANAGER_ROWS = List.of(
            "producer_policy",
            "reaped_ids",
            "reaped_id_retention",
            "unbound_store_timeout",
            "max_peers",
            "idle_timeout",
            "idle_reap_headroom",
            "send_failure");

    private final List<Row<?>> rows = new ArrayList<>();

    List<Row<?>> all() {
        return Collections.unmodifiableList(rows);
    }

    TimeBuilder time(String name) {
        return new TimeBuilder(name);
    }

    AmountBuilder amount(String name) {
        return new AmountBuilder(name, false);
    }

    AmountBuilder bytes(String name) {
        return new AmountBuilder(name, true);
    }

    <E extends Enum<E>> ChoiceBuilder<E> choice(String name, Class<E> choices) {
        return new ChoiceBuilder<>(name, choices);
    }

    private <T, R extends Row<T>> R add(R row) {
        rows.add(row);
        return row;
    }

    private static <T> Map<Preset, Entry<T>> columns(
            String name,
            @Nullable T august,
            Evidence augustEvidence,
            @Nullable T october,
            Evidence octoberEvidence,
            @Nullable T hardened,
            Evidence hardenedEvidence) {
        Map<Preset, Entry<T>> entries = new EnumMap<>(Preset.class);
        Entry<T> augustEntry = new Entry<>(august, augustEvidence);
        Entry<T> octoberEntry = new Entry<>(october, octoberEvidence);
        entries.put(Preset.VLLM_2026_08, augustEntry);
        entries.put(Preset.VLLM_2026_10, octoberEntry);
        entries.put(Preset.HARDENED, new Entry<>(hardened, hardenedEvidence));
        entries.put(Preset.CONFORMANCE_2026_10, OCTOBER_MANAGER_ROWS.contains(name) ? octoberEntry : augustEntry);
        return entries;
    }

    /** What every builder knows. */
    abstract static class Builder<B extends Builder<B>> {
        final String name;
        String about = "";
        String source = "";
        boolean transport;
        final List<String> aliases = new ArrayList<>();

        Builder(String name) {
            this.name = name;
        }

        abstract B self();

        B about(String text) {
            about = text;
            return self();
        }

        B source(String text) {
            source = text;
            return self();
        }

        B alias(String vllmName) {
            aliases.add(vllmName);
            return self();
        }

        B transport() {
            transport = true;
            return self();
        }
    }

    final class TimeBuilder extends Builder<TimeBuilder> {
        TimeBuilder(String name) {
            super(name);
        }

        @Override
        TimeBuilder self() {
            return this;
        }

        /** Values in milliseconds; null for no limit. */
        TimeRow values(
                @Nullable Number august,
                Evidence e1,
                @Nullable Number october,
                Evidence e2,
                @Nullable Number hardened,
                Evidence e3) {
            Function<@Nullable Number, @Nullable Long> nanos =
                    millis -> millis == null ? null : Long.valueOf(millis.longValue() * NANOS_PER_MILLI);
            return add(new TimeRow(
                    rows.size(),
                    name,
                    about,
                    source,
                    transport,
                    aliases,
                    columns(name, nanos.apply(august), e1, nanos.apply(october), e2, nanos.apply(hardened), e3)));
        }
    }

    final class AmountBuilder extends Builder<AmountBuilder> {
        private final boolean bytes;

        AmountBuilder(String name, boolean bytes) {
            super(name);
            this.bytes = bytes;
        }

        @Override
        AmountBuilder self() {
            return this;
        }

        /** Values as they are; null for no limit. */
        AmountRow values(
                @Nullable Number august,
                Evidence e1,
                @Nullable Number october,
                Evidence e2,
                @Nullable Number hardened,
                Evidence e3) {
            Function<@Nullable Number, @Nullable Long> amount =
                    value -> value == null ? null : Long.valueOf(value.longValue());
            return add(new AmountRow(
                    rows.size(),
                    name,
                    about,
                    source,
                    bytes,
                    aliases,
                    columns(name, amount.apply(august), e1, amount.apply(october), e2, amount.apply(hardened), e3)));
        }
    }

    final class ChoiceBuilder<E extends Enum<E>> extends Builder<ChoiceBuilder<E>> {
        private final Class<E> choices;

        ChoiceBuilder(String name, Class<E> choices) {
            super(name);
            this.choices = choices;
        }

        @Override
        ChoiceBuilder<E> self() {
            return this;
        }

        ChoiceRow<E> values(E august, Evidence e1, E october, Evidence e2, E hardened, Evidence e3) {
            return add(new ChoiceRow<>(
                    rows.size(),
                    name,
                    about,
                    source,
                    transport,
                    aliases,
                    columns(name, august, e1, october, e2, hardened, e3),
                    choices));
        }
    }
}
