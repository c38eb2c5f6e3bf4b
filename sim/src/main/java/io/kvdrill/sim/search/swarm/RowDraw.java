package io.kvdrill.sim.search.swarm;

import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Row.AmountRow;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows of the profile that are drawn: shorter timeouts, smaller limits. Behaviours stay as they are, and what has no limit
 * gets none.
 */
final class RowDraw {
    private static final List<Integer> DIVISORS = List.of(1, 1, 2, 4, 16, 64);
    /** How much longer than usual an answer may wait that outlives its pins. */
    private static final int PATIENCE = 4;

    private final Dice dice;
    private final FeatureMask mask;

    RowDraw(Dice dice, FeatureMask mask) {
        this.dice = dice;
        this.mask = mask;
    }

    Profile profile(Profile base) {
        Profile drawn = base;
        if (mask.has(Feature.SCALED_TIMEOUTS)) {
            drawn = scaled(drawn);
        }
        if (mask.has(Feature.SMALL_LIMITS)) {
            drawn = limited(drawn);
        }
        if (mask.has(Feature.HOST_GROUPS)) {
            drawn = drawn.with(Rows.GROUP_PEERS_BY_HOST, Switch.ON);
        }
        boolean changed = !drawn.overridden().equals(base.overridden())
                || drawn.overridden().stream().anyMatch(row -> differs(base, row));
        return changed ? drawn.named(base.name() + "+drawn") : base;
    }

    private static <T> boolean differs(Profile base, Row<T> row) {
        return !java.util.Objects.equals(base.value(row), row.value(base.base()));
    }

    private Profile scaled(Profile base) {
        List<TimeRow> rows = new ArrayList<>();
        for (Row<?> row : Rows.all()) {
            if (row instanceof TimeRow time && base.nanos(time) != Profile.NO_LIMIT && base.nanos(time) > 0) {
                rows.add(time);
            }
        }
        Profile drawn = base;
        int common = dice.any(DIVISORS);
        for (TimeRow row : rows) {
            int divisor = dice.coin() ? common : dice.any(DIVISORS);
            long nanos = base.nanos(row);
            long shorter = dice.oneIn(8) ? Math.min(nanos, base.nanos(dice.any(rows))) : nanos / divisor;
            drawn = drawn.with(row, Long.valueOf(shorter));
        }
        if (mask.has(Feature.CHAINS) && dice.oneIn(3)) {
            drawn = pinsExpire(drawn, base);
        }
        return longEnough(answersInTime(mask.has(Feature.LONG_WRITES) ? abortsInTime(drawn) : drawn));
    }

    /**
     * What is pinned for an answer expires before the rest of that answer has to be known: the rest may be loaded from a
     * third peer in the meantime. Not sooner than a healthy peer fetches what it was just told.
     */
    private static Profile pinsExpire(Profile drawn, Profile base) {
        long pending = PATIENCE * base.nanos(Rows.LOOKUP_PENDING_TIMEOUT);
        Profile patient = drawn.with(Rows.LOOKUP_PENDING_TIMEOUT, Long.valueOf(pending))
                .with(Rows.STORE_TIMEOUT, Long.valueOf(pending / (2 * PATIENCE)));
        return base.nanos(Rows.LOOKUP_PROGRESS_TIMEOUT) == Profile.NO_LIMIT
                ? patient
                : patient.with(Rows.LOOKUP_PROGRESS_TIMEOUT, Long.valueOf(2 * pending));
    }

    /** Who asks waits longer than who answers may take: else healthy peers would give each other up. */
    private static Profile answersInTime(Profile drawn) {
        long progress = drawn.nanos(Rows.LOOKUP_PROGRESS_TIMEOUT);
        long pending = drawn.nanos(Rows.LOOKUP_PENDING_TIMEOUT);
        if (progress == Profile.NO_LIMIT || pending == Profile.NO_LIMIT || progress >= 2 * pending) {
            return drawn;
        }
        return drawn.with(Rows.LOOKUP_PENDING_TIMEOUT, Long.valueOf(progress / 2));
    }

    /** Who aborts waits for as long as a write may take that is none too slow: its end is the acknowledgement. */
    private static Profile abortsInTime(Profile drawn) {
        long stalled = drawn.nanos(Rows.STALLED_WRITE_TIMEOUT);
        return stalled == Profile.NO_LIMIT || drawn.nanos(Rows.ABORT_ACK_TIMEOUT) >= stalled
                ? drawn
                : drawn.with(Rows.ABORT_ACK_TIMEOUT, Long.valueOf(stalled));
    }

    /** A reaped id is remembered for as long as a fetch of it may be under way (profiles.md). */
    private static Profile longEnough(Profile drawn) {
        if (drawn.nanos(Rows.REAPED_ID_RETENTION) == Profile.NO_LIMIT
                || drawn.nanos(Rows.HANDSHAKE_TIMEOUT) == Profile.NO_LIMIT) {
            return drawn;
        }
        long least = drawn.nanos(Rows.HANDSHAKE_TIMEOUT)
                + Math.max(drawn.nanos(Rows.LOAD_TIMEOUT_PD), drawn.nanos(Rows.LOAD_TIMEOUT_SYMMETRIC))
                + drawn.nanos(Rows.ABORT_ACK_TIMEOUT);
        return drawn.with(
                Rows.REAPED_ID_RETENTION, Long.valueOf(Math.max(least, drawn.nanos(Rows.REAPED_ID_RETENTION))));
    }

    private Profile limited(Profile base) {
        Profile drawn = base;
        if (dice.coin()) {
            drawn = limit(drawn, Rows.MAX_PEERS, dice.between(1, 3));
            if (base.nanos(Rows.IDLE_TIMEOUT) != Profile.NO_LIMIT) {
                drawn = drawn.with(Rows.IDLE_TIMEOUT, Long.valueOf(dice.magnitude(Draw.MILLI, 60 * Draw.SECOND)));
            }
            drawn = limit(drawn, Rows.IDLE_REAP_HEADROOM, dice.between(0, 3));
        }
        if (dice.coin()) {
            drawn = limit(drawn, Rows.MAX_OPEN_IDS_PER_PEER, dice.few(1, 6));
        }
        if (dice.coin()) {
            drawn = limit(drawn, Rows.MAX_QUEUED_MESSAGES_PER_PEER, dice.few(1, 6));
        }
        return drawn;
    }

    private static Profile limit(Profile base, AmountRow row, long amount) {
        return base.amount(row) == Profile.NO_LIMIT ? base : base.with(row, Long.valueOf(amount));
    }
}
