package io.kvdrill.reports.cause;

import io.kvdrill.reports.trace.FaultKinds;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Kinds of entries, by what is known of their causes. */
final class Kinds {
    /** What a session can die of in the moment in which it does. */
    static final Set<String> DEADLY = Set.of(
            "message_received",
            "message_dropped",
            "protocol_violated",
            "dispatch_failed",
            "peer_incompatible",
            "registration_settled",
            "lookup_timed_out",
            "load_timed_out",
            "abort_ack_timed_out",
            "abort_drain_timed_out",
            "write_stalled",
            "send_failed",
            "incarnation_replaced",
            "identity_collision",
            "link_lost",
            "inbound_link_closed",
            "queue_overflowed",
            "host_quarantined");

    /** What ends everything at a peer, whatever it is about. */
    static final Set<String> SWEEPING =
            Set.of("shutdown_began", "cache_reset_began", "drain_forced", "engine_crashed", "process_killed");

    /** Kinds whose recorded cause is the truth: the world schedules them one by one. */
    static final Set<String> OF_THE_WORLD = with(
            FaultKinds.ALL,
            "frame_delivered",
            "frame_lost",
            "frame_refused",
            "dial_unanswered",
            "link_established",
            "link_lost",
            "inbound_link_opened",
            "inbound_link_closed",
            "identity_registered",
            "identity_ignored",
            "identity_handed_over",
            "identity_released",
            "identity_refused",
            "queue_overflowed",
            "message_received",
            "message_dropped",
            "registration_ended",
            "fence_ended",
            "engine_started",
            "host_unblocked");

    /** What a write goes through, at either end. */
    static final Set<String> COURSE_OF_A_WRITE = Set.of(
            "write_posted",
            "blocks_landed",
            "transfer_landed",
            "transfer_stalled",
            "transfer_resumed",
            "transfer_stopped",
            "transfer_ended");

    /** What is done and over: what comes after it in its moment was not called by it. */
    static final Set<String> CALLS_NOTHING =
            Set.of("frame_sent", "message_sent", "message_queued", "message_withdrawn", "request_closed");

    /** What waits for an answer from here on. */
    static final Set<String> WAITS = Set.of(
            "session_opened",
            "load_started",
            "load_aborting",
            "lookup_enqueued",
            "demand_received",
            "store_parked",
            "write_started",
            "abort_parked",
            "registration_started");

    /** What belongs to every step, or comes once for each block: it would crowd out what led to a violation. */
    static final Set<String> NOISE = Set.of(
            "frame_sent",
            "frame_delivered",
            "link_established",
            "inbound_link_opened",
            "identity_registered",
            "probe_registered",
            "probe_resolved",
            "parent_asked",
            "supply_filed",
            "hits_pinned",
            "request_opened",
            "request_closed",
            "job_submitted",
            "job_reported",
            "prefill_step",
            "prefill_done",
            "request_entered",
            "request_deferred",
            "request_scheduled",
            "request_left",
            "job_opened",
            "job_ended",
            "slots_reserved",
            "slots_evicted",
            "slots_ready",
            "slots_pinned",
            "slots_unpinned",
            "blocks_read",
            "blocks_landed",
            "registration_began",
            "registration_ended");

    private Kinds() {}

    private static Set<String> with(Set<String> some, String... others) {
        return Stream.concat(some.stream(), Stream.of(others)).collect(Collectors.toUnmodifiableSet());
    }
}
