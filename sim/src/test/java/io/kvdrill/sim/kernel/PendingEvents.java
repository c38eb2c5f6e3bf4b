package io.kvdrill.sim.kernel;

/**
 * A queue of pending events that leaves in the order of their times, and of one time in that of their sequence. Beside the
 * kernel's own: others that were measured against it (docs/performance.md).
 */
public interface PendingEvents {

    /** Adds an event that is not before the last one taken. */
    void add(Event event);

    /** Takes the first event that was not cancelled; null where there is none. */
    @org.jspecify.annotations.Nullable Event poll();

    /** Keeps an event of the queue from leaving. */
    void cancel(Event event);

    /** An event that is in no queue yet. */
    static Event event(long timeNanos, long sequence, Runnable action) {
        return new Event(timeNanos, sequence, Causality.NONE, LABEL, action);
    }

    /** Fires an event that was taken. */
    static void fire(Event event) {
        Runnable action = event.action;
        event.action = null;
        if (action != null) {
            action.run();
        }
    }

    /** What the events are about. */
    EventLabel LABEL = new EventLabel("measured", "");

    /** The queues that there are. */
    enum Kind {
        /** {@link java.util.PriorityQueue}. */
        PRIORITY_QUEUE {
            @Override
            public PendingEvents create() {
                return new PriorityQueueOfEvents();
            }
        },
        /** A heap of four children a node. */
        FOUR_HEAP {
            @Override
            public PendingEvents create() {
                return new FourHeap();
            }
        },
        /** A ladder queue. */
        LADDER {
            @Override
            public PendingEvents create() {
                return new LadderQueue();
            }
        },
        /** The kernel's own. */
        RADIX {
            @Override
            public PendingEvents create() {
                return new RadixQueue();
            }
        };

        /** An empty queue. */
        public abstract PendingEvents create();
    }
}
