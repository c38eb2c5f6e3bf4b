package io.kvdrill.reports.trace;

import java.util.Set;

/** The kinds of entries that the faults of a run leave in its trace. */
public final class FaultKinds {
    /** Those by which faults strike, end or never come, and what they do to processes. */
    public static final Set<String> ALL = Set.of(
            "fault_struck",
            "fault_ended",
            "fault_missed",
            "process_killed",
            "process_paused",
            "process_resumed",
            "world_healed");

    private FaultKinds() {}
}
