package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Choices.LoadTimeoutResult;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import java.util.List;

/** How long each kind of wait may last under a profile. */
final class Limits {
    private static final List<TimeRow> WAITS = List.of(
            Rows.HANDSHAKE_TIMEOUT,
            Rows.LOOKUP_PROGRESS_TIMEOUT,
            Rows.LOOKUP_PENDING_TIMEOUT,
            Rows.LOAD_TIMEOUT_PD,
            Rows.LOAD_TIMEOUT_SYMMETRIC,
            Rows.ABORT_ACK_TIMEOUT,
            Rows.STORE_TIMEOUT,
            Rows.CANCEL_DRAIN_TIMEOUT,
            Rows.UNBOUND_STORE_TIMEOUT,
            Rows.PARKED_DEMAND_TIMEOUT);

    private final Profile profile;
    private final long patienceNanos;
    private final long longestNanos;

    Limits(Profile profile) {
        this.profile = profile;
        long patience = 0;
        long longest = 0;
        for (TimeRow row : WAITS) {
            Long hardened = row.value(Preset.HARDENED);
            patience = Math.max(patience, hardened == null ? 0 : hardened);
            longest = Math.max(longest, limited(row) ? profile.nanos(row) : 0);
        }
        this.patienceNanos = patience;
        this.longestNanos = longest;
    }

    Profile profile() {
        return profile;
    }

    boolean limited(TimeRow row) {
        return profile.nanos(row) != Profile.NO_LIMIT;
    }

    /** The row's length, or, where it sets none, {@link #patienceNanos}: a wait must end some time. */
    long of(TimeRow row) {
        return limited(row) ? profile.nanos(row) : patienceNanos;
    }

    /** How long a wait without a limit is tolerated: as long as the longest wait of {@code hardened}. */
    long patienceNanos() {
        return patienceNanos;
    }

    /** The longest wait that this profile limits. */
    long longestNanos() {
        return longestNanos;
    }

    TimeRow rowOf(LoadMode mode) {
        return mode == LoadMode.PD ? Rows.LOAD_TIMEOUT_PD : Rows.LOAD_TIMEOUT_SYMMETRIC;
    }

    /** From a load's submission to its result. */
    long load(LoadMode mode) {
        boolean waitsForPeer = profile.choice(Rows.LOAD_TIMEOUT_RESULT) == LoadTimeoutResult.AFTER_ABORT_ACK;
        return of(rowOf(mode)) + (waitsForPeer ? of(Rows.ABORT_ACK_TIMEOUT) : 0);
    }
}
