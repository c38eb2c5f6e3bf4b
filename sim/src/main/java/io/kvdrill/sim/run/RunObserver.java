package io.kvdrill.sim.run;

import io.kvdrill.sim.trace.TraceEntry;
import java.util.List;

/**
 * Watches a run: a checker, a report, a progress line. It must change nothing. Methods are called on the thread of the
 * run; {@link #onEntry} in the middle of whatever made the entry.
 */
public interface RunObserver {

    /** The world stands; nothing has happened. */
    default void onStart(RunView run) {}

    /** Something happened. */
    default void onEntry(TraceEntry entry, RunView run) {}

    /** A peer has finished a step: its state is consistent. */
    default void onStepEnd(PeerView peer, RunView run) {}

    /**
     * The run is over.
     *
     * @param settled whether it came to its end; false if a cap or a livelock cut it
     */
    default void onEnd(RunView run, boolean settled) {}

    /** How the laws fared that this observer checks; asked after {@link #onEnd}. */
    default List<LawReport> laws() {
        return List.of();
    }
}
