package io.kvdrill.scenarios.conform.defect;

import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ManagerEvent.JobReported;
import io.kvdrill.core.trace.ManagerEvent.SlotsReported;
import io.kvdrill.core.trace.SessionEvent.FenceCompleted;
import io.kvdrill.core.trace.TraceEvent;
import java.util.Locale;
import java.util.function.Predicate;

/** The defects, each with a vector that shows it and a way to see it. */
enum Defect {
    UNPIN_ON_CLOSE("fetch-twice-in-one-batch-disconnects", Defect::slotFreedWhileRead),
    UNPIN_ON_ABORT("abort-of-a-stuck-write-waits", Defect::slotFreedWhileRead),
    UNPIN_ON_STORE_TIMEOUT("store-timeout-releases-a-slot-being-read", Defect::slotFreedWhileRead),
    UNPIN_ON_SIBLING_FAILURE("failed-write-cancels-its-siblings", Defect::slotFreedWhileRead),
    UNPIN_ON_TERMINAL_FETCH("terminal-fetch-while-a-write-runs-releases-its-pin", Defect::slotFreedWhileRead),
    ACK_DURING_WRITE(
            "abort-forces-after-10s",
            run -> !new SourceSlots(run).acknowledgedWhileRunning().isEmpty()),
    WRITE_FROM_UNPINNED_SLOT(
            "pin-times-out-at-30s", run -> !new SourceSlots(run).readWhileFree().isEmpty()),
    ACK_TIMEOUT_FREES_DESTINATION("abort-ack-timeout-fails-the-load-at-10s", Defect::destinationFreedUnfenced),
    FINISH_DROPS_LOAD(
            "finish-aborts-a-live-load-and-loses-its-result",
            run -> run.results(1).isEmpty()),
    SETTLED_RESULT_LOST_ON_CLOSE(
            "settled-result-is-lost-when-the-session-dies-in-the-same-sweep",
            run -> run.results(1).isEmpty()),
    STALE_TERMINAL_HITS_NEW_LIFE(
            "stale-done-of-an-earlier-life-completes-a-new-load",
            run -> run.results(2).contains(true)),
    ROUNDLESS_RESPONSE(
            "late-response-of-a-closed-round-answers-the-next",
            run -> run.step(12).returns().asString().equals("HIT")),
    LOOKUP_UNBOUNDED_RETRY(
            "unanswered-probe-stays-retry",
            run -> run.step(run.steps().size() - 1).returns().asString().equals("RETRY")),
    HANDSHAKE_UNBOUNDED("never-acked-handshake-lives-on", run -> !run.closed("h1:1")),
    REGISTRATION_ERROR_NOT_REJECTED(
            "registration-internal-error-leaves-an-unacked-live-session", run -> !run.closed("h1:1")),
    ACK_SEND_FAILURE_SWALLOWED("send-failure-during-ack-leaves-the-session-unready", run -> !run.closed("h1:1")),
    ASSERTION_AFTER_SEND(
            "fetch-of-an-unconfirmed-key-is-refused-by-assertion",
            run -> run.raised() && !run.sent("fetch").isEmpty()),
    PD_SUPPLY_BOUND_TO_ROUND_0(
            "pd-second-round-never-meets-supply", run -> run.writes().size() < 2),
    FINISHED_PRODUCER_DEMAND_WAITS("finish-before-fetch-unbound-waits", Defect::noTerminal),
    EARLY_SYMMETRIC_FETCH_WAITS("lookup-and-fetch-in-one-batch-with-a-miss-waits", Defect::noTerminal),
    DUPLICATE_KEY_FETCH_HANGS(
            "duplicate-key-in-one-fetch-never-completes",
            run -> noTerminal(run) && run.sent("disconnect").isEmpty()),
    THROWN_WRITE_LEAVES_ROUND_OPEN(
            "write-that-throws-inside-fetch-dispatch",
            run -> run.sent("transfer_done").size() < 2),
    THROWN_WRITE_ESCAPES("write-that-throws-during-replay-escapes-from-poll", Transcript::raised),
    ABORT_SWALLOWS_NEXT_LIFE(
            "refetch-of-the-aborted-round-while-draining", run -> run.writes().size() < 2),
    REAPED_ID_FETCH_WAITS("fetch-after-unbound-reap-parks-demand", Defect::noTerminal),
    REAPED_ID_PARKS_AGAIN(
            "store-after-unbound-reap-parks-again", run -> run.results(2, 5).isEmpty()),
    FAILED_ID_LEAK(
            "reaped-id-makes-a-consumer-miss",
            run -> run.step(4).sizes().path("failed_ids").asInt() > 0),
    RECONNECT_CLOSED_AS_DUPLICATE(
            "peer-reconnecting-in-the-sweep-that-sees-its-death-is-turned-away",
            run -> run.step(7).sizes().path("sessions").isEmpty()),
    DIAL_ERROR_ESCAPES("dial-refused-escapes", Transcript::raised),
    ACCEPT_ERROR_ESCAPES("connect-send-failure-on-accept-escapes-from-poll", Transcript::raised),
    COMBINED_REQUEST_DEST_NOT_FINISHED("combined-request-finishes-only-its-source", Defect::noTerminal),
    BINDING_LEAK(
            "bindings-grow-with-terminal-fetches",
            run -> run.step(13).sizes().path("bindings").asInt() > 0),
    STALE_BINDING_CAPTURES_STORE(
            "store-of-an-id-bound-by-a-terminal-fetch-goes-to-that-session",
            run -> run.writes().isEmpty()),
    DRAIN_LEAVES_OPEN_JOBS(
            "drain-leaves-parked-stores-unresolved",
            run -> run.step(6).returns().has("returned") && run.results(1).isEmpty());

    private final String vector;
    private final Predicate<Transcript> shows;

    Defect(String vector, Predicate<Transcript> shows) {
        this.vector = vector;
        this.shows = shows;
    }

    String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String vector() {
        return vector;
    }

    boolean shows(Transcript run) {
        return shows.test(run);
    }

    private static boolean slotFreedWhileRead(Transcript run) {
        return !new SourceSlots(run).freedWhileRead().isEmpty();
    }

    private static boolean noTerminal(Transcript run) {
        return run.sent("transfer_done").isEmpty();
    }

    /** In a vector in which no terminal comes: only a fence can prove that nobody writes to the slots any more. */
    private static boolean destinationFreedUnfenced(Transcript run) {
        for (Transcript.Played step : run.steps()) {
            for (TraceEvent event : step.events()) {
                if (event instanceof FenceCompleted) {
                    return false;
                }
                boolean freed =
                        (event instanceof JobReported job && job.direction() == Direction.LOAD && !job.slotsHeld())
                                || (event instanceof SlotsReported slots && slots.direction() == Direction.LOAD);
                if (freed) {
                    return true;
                }
            }
        }
        return false;
    }
}
