package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.kernel.Event;

/** When an event may fire where the order of events is chosen. */
enum Mobility {
    /** Before anything else: it is the rest of what has just happened. */
    NOW,
    /** At any time from now on. Its peer notices it at its next step, and nobody else notices it at all. */
    ARRIVAL,
    /** A step of its peer, at any time from now on. */
    STEP,
    /** At any time from now on; concerns its peer only. */
    LOCAL,
    /** At any time from now on; may concern everybody. */
    GLOBAL,
    /** When its time comes, and not before. */
    TIMER;

    /**
     * The mobility of an event. One of an unknown kind may concern everybody, which is always true, and costs reduction
     * only.
     */
    static Mobility of(Event event, long nowNanos) {
        boolean due = event.timeNanos() <= nowNanos;
        return switch (event.label().kind()) {
            case "death", "start", "data_beginning", "control_retry" -> NOW;
            case "moment", "fault" -> due ? NOW : TIMER;
            case "control_arrival", "data_completion", "data_registration" -> ARRIVAL;
            case "dispatch" -> event.label().peer().isEmpty() ? GLOBAL : ARRIVAL;
            case "step" -> STEP;
            case "step_at_deadline" -> due ? STEP : TIMER;
            case "gpu_copy", "host_thread_goes_on" -> LOCAL;
            case "control_silence", "data_despair", "client_gives_up" -> due ? GLOBAL : TIMER;
            default -> GLOBAL;
        };
    }

    /** Whether nothing comes of an event once the process is dead that it was to happen to. */
    static boolean diesWithItsPeer(Event event, Mobility mobility) {
        return mobility == ARRIVAL || mobility == LOCAL || event.label().kind().equals("data_fence");
    }

    /** Whether bytes land in the memory of a peer, now or later. */
    static boolean writes(Event event) {
        return event.label().kind().equals("data_landing")
                || event.label().kind().equals("data_beginning");
    }

    /** Whether bytes are copied within a peer, which its engine notices at its next step. */
    static boolean copies(Event event) {
        return event.label().kind().equals("gpu_copy");
    }
}
