package io.kvdrill.sim.fault;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Which event arms the deadline of which profile row: how the edge of a deadline is found in a trace. The deadline is
 * counted from the peer's clock at that event. One that is armed again moves; each arming counts.
 */
final class DeadlineArmings {
    private record Arming(Row.TimeRow row, Predicate<TraceEvent> by) {}

    private static final List<Arming> ARMINGS = List.of(
            new Arming(
                    Rows.LOAD_TIMEOUT_PD,
                    event -> event instanceof ClientEvent.LoadStarted load && load.mode() == ClientEvent.LoadMode.PD),
            new Arming(
                    Rows.LOAD_TIMEOUT_SYMMETRIC,
                    event -> event instanceof ClientEvent.LoadStarted load
                            && load.mode() == ClientEvent.LoadMode.SYMMETRIC),
            new Arming(Rows.ABORT_ACK_TIMEOUT, event -> event instanceof ClientEvent.LoadAborting),
            new Arming(
                    Rows.LOOKUP_PROGRESS_TIMEOUT,
                    event ->
                            event instanceof SessionEvent.MessageSent sent && sent.message() instanceof Message.Lookup),
            new Arming(Rows.LOOKUP_PENDING_TIMEOUT, event -> event instanceof ServerEvent.LookupEnqueued),
            new Arming(Rows.STORE_TIMEOUT, event -> event instanceof ServerEvent.SupplyFiled),
            new Arming(Rows.CANCEL_DRAIN_TIMEOUT, event -> event instanceof ServerEvent.AbortParked),
            new Arming(Rows.HANDSHAKE_TIMEOUT, event -> event instanceof SessionEvent.SessionOpened),
            new Arming(Rows.UNBOUND_STORE_TIMEOUT, event -> event instanceof ManagerEvent.StoreParked),
            new Arming(Rows.REAPED_ID_RETENTION, event -> event instanceof ManagerEvent.ParkedStoresReaped),
            new Arming(Rows.STALLED_WRITE_TIMEOUT, event -> event instanceof ServerEvent.WriteStarted),
            new Arming(
                    Rows.PARKED_DEMAND_TIMEOUT,
                    event -> event instanceof ServerEvent.DemandReceived demand && demand.matched() < demand.keys()),
            new Arming(Rows.HOST_QUARANTINE, event -> event instanceof ManagerEvent.HostQuarantined));

    private DeadlineArmings() {}

    /** The names of the rows whose deadlines have edges. */
    static List<String> rows() {
        List<String> names = new ArrayList<>();
        ARMINGS.forEach(arming -> names.add(arming.row().name()));
        return names;
    }

    /** Whether the event arms the deadline of this row. */
    static boolean arms(String row, TraceEvent event) {
        for (Arming arming : ARMINGS) {
            if (arming.row().name().equals(row)) {
                return arming.by().test(event);
            }
        }
        return false;
    }

    /** How long the deadline is; {@link Profile#NO_LIMIT} where it never comes. */
    static long lengthNanos(String row, Profile profile) {
        for (Arming arming : ARMINGS) {
            if (arming.row().name().equals(row)) {
                return profile.nanos(arming.row());
            }
        }
        return Profile.NO_LIMIT;
    }
}
