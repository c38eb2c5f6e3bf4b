package io.kvdrill.sim.kernel;

import java.util.List;

/**
 * Decides which of several events that are due at the same instant fires first. A search drives a run by deciding
 * differently.
 */
@FunctionalInterface
public interface ChoiceSource {

    /**
     * Picks the event to fire next. Asked only where there is a choice, and again after each event of the instant.
     *
     * @param ready at least two events that are due now, in the order in which they were scheduled; valid during the
     *     call only
     * @return an index into {@code ready}
     */
    int choose(List<Event> ready);

    /** The order in which events were scheduled. */
    static ChoiceSource insertionOrder() {
        return InsertionOrder.INSTANCE;
    }
}
