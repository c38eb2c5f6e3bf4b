package io.kvdrill.core.trace;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.Direction;
import java.util.List;

/** Events of the tier manager (protocol.md section 6). */
public sealed interface ManagerEvent extends TraceEvent {

    /** A request came in; empty ids and peers where it has no such role. */
    record RequestOpened(
            String engineRequest, String sourceRequest, String sourcePeer, boolean symmetric, String destinationRequest)
            implements ManagerEvent {}

    /** Transfer parameters of a request could not be used. */
    record TransferParamsRefused(String engineRequest, String reason) implements ManagerEvent {}

    /** The engine gave a job to the tier. */
    record JobSubmitted(long job, Direction direction, String request, List<BlockKey> keys, SlotList slots)
            implements ManagerEvent {}

    /** The engine was told a job's result. */
    record JobReported(long job, Direction direction, boolean success, boolean slotsHeld) implements ManagerEvent {}

    /** The engine was told that a job's slots are free. */
    record SlotsReported(long job, Direction direction) implements ManagerEvent {}

    /** A request left the engine. */
    record RequestClosed(String engineRequest) implements ManagerEvent {}

    /** A store waits for somebody to fetch its id. */
    record StoreParked(String request, long job, int blocks) implements ManagerEvent {}

    /** An id was bound to the session that fetched it; {@code replayed} parked stores follow it. */
    record RequestBound(String request, String peer, int replayed) implements ManagerEvent {}

    /** An id is no longer bound. */
    record RequestUnbound(String request, String peer, String reason) implements ManagerEvent {}

    /** Nobody fetched an id in time: its parked stores fail. */
    record ParkedStoresReaped(String request, List<Long> jobs, long ageNanos) implements ManagerEvent {}

    /** A drain or a shutdown fails what is parked. */
    record ParkedStoresFailed(String request, List<Long> jobs, String reason) implements ManagerEvent {}

    /** A fetch or a store came for an id that was reaped. */
    record ReapedIdRefused(String request, String what) implements ManagerEvent {}

    /** An id that was reaped is forgotten. */
    record ReapedIdForgotten(String request) implements ManagerEvent {}

    /** Lookups of an id now miss. */
    record RequestMarkedFailed(String request, String reason) implements ManagerEvent {}

    /** The mark of a failed id is gone: its lookups are answered again. */
    record RequestMarkCleared(String request) implements ManagerEvent {}

    /** A dead session was reaped. {@code siblings} were closed with it under host grouping. */
    record PeerDown(String peer, String reason, int failedLoads, int siblings) implements ManagerEvent {}

    /** A session was evicted for being idle while slots were scarce. */
    record IdlePeerEvicted(String peer, long idleNanos) implements ManagerEvent {}

    /** No session is opened to a host for a while. */
    record HostQuarantined(String host, long nanos) implements ManagerEvent {}

    /** A faulted peer is not dialled for a while. */
    record ReconnectDeferred(String peer, long nanos) implements ManagerEvent {}

    /** A drain or a shutdown took longer than it should. */
    record DrainWarning(long ageNanos, int pendingSessions) implements ManagerEvent {}

    /** A drain or a shutdown ended its work by force. */
    record DrainForced(String what, int transfers, int jobs) implements ManagerEvent {}
}
