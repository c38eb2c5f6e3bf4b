package io.kvdrill.scenarios.processes;

import io.kvdrill.core.trace.TraceEvent;
import java.util.List;

/**
 * Something that the world itself recorded while a run was under way.
 *
 * @param nanos when, on the runner's clock
 * @param heard how much of what each peer recorded the runner had heard of before, in the order of peers
 */
record Own(long nanos, TraceEvent event, List<Integer> heard) {
    /** Keeps an immutable copy. */
    Own {
        heard = List.copyOf(heard);
    }
}
