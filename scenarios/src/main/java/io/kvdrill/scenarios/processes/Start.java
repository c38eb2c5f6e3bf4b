package io.kvdrill.scenarios.processes;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the process of a peer is made from.
 *
 * @param base the preset of its profile
 * @param rows rows that differ from the preset, as numbers or names of constants; null where there is no limit
 * @param gates kinds of entries at which it waits for the runner
 * @param seat what its host decides; null where the runner leaves that to a node
 */
record Start(
        PeerSpec peer,
        Model model,
        String profile,
        String base,
        Map<String, @Nullable Object> rows,
        int life,
        long process,
        long seed,
        long epochNanos,
        List<String> gates,
        @Nullable Seat seat)
        implements Order.First {

    /** The same, whose time begins, or began, at another instant. */
    Start beginningAt(long epoch) {
        return new Start(peer, model, profile, base, rows, life, process, seed, epoch, gates, seat);
    }

    @Override
    public Start at(Seat taken) {
        return new Start(peer, model, profile, base, rows, life, process, seed, epochNanos, gates, taken);
    }

    Profile asProfile() {
        Profile made = Profile.of(Preset.named(base).orElseThrow());
        for (Map.Entry<String, @Nullable Object> row : rows.entrySet()) {
            made = with(made, Rows.named(row.getKey()).orElseThrow(), row.getValue());
        }
        return made.named(profile);
    }

    private static Profile with(Profile profile, Row<?> row, @Nullable Object value) {
        if (row instanceof Row.TimeRow time) {
            return profile.with(time, number(value));
        } else if (row instanceof Row.AmountRow amount) {
            return profile.with(amount, number(value));
        }
        return withChoice(profile, (Row.ChoiceRow<?>) row, String.valueOf(value));
    }

    private static @Nullable Long number(@Nullable Object value) {
        return value == null ? null : Long.valueOf(((Number) value).longValue());
    }

    private static <E extends Enum<E>> Profile withChoice(Profile profile, Row.ChoiceRow<E> row, String name) {
        return profile.with(row, Enum.valueOf(row.choices(), name));
    }

    /** The rows of a profile that differ from its preset. */
    static Map<String, @Nullable Object> rowsOf(Profile profile) {
        Map<String, @Nullable Object> rows = new LinkedHashMap<>();
        for (Row<?> row : profile.overridden()) {
            Object value = profile.value(row);
            rows.put(row.name(), value instanceof Enum<?> constant ? constant.name() : value);
        }
        return rows;
    }
}
