package io.kvdrill.scenarios.processes;

import io.kvdrill.core.trace.TraceEvent;
import org.jspecify.annotations.Nullable;

/**
 * Something that was recorded while a run was under way.
 *
 * @param nanos when, on the host's clock
 * @param localNanos what the clock of its peer showed in the step that it belongs to
 * @param life which life of the peer; 0 for the world's own
 * @param event what happened; null where a step ended
 * @param step what a step left; null where something happened
 * @param after how many events of the world's own came before it for certain
 */
record Recorded(
        long nanos, long localNanos, int life, @Nullable TraceEvent event, Report.@Nullable Step step, long after) {}
