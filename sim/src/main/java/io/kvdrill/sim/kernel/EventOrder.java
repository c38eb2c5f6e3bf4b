package io.kvdrill.sim.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which of all pending events fires next, whatever their times say: the order of events is chosen, and time only
 * follows. An exploration drives a run so.
 */
@FunctionalInterface
public interface EventOrder {

    /**
     * What happens next.
     *
     * @param event the event that fires; null where only time passes
     * @param atNanos world time then; the past stands for now
     */
    record Next(@Nullable Event event, long atNanos) {}

    /**
     * Picks what happens next. Asked again after each event.
     *
     * @param pending all events that are pending, in the order in which they were scheduled; may be none, and is valid
     *     during the call only
     * @param nowNanos world time
     * @return null to end the run as one in which nothing is left to happen
     */
    @Nullable Next next(List<Event> pending, long nowNanos);
}
