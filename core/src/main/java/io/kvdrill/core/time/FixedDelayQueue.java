package io.kvdrill.core.time;

import org.jspecify.annotations.Nullable;

/** Deadlines of one length in the order in which they were armed, and so in the order in which they fall due. */
final class FixedDelayQueue {
    final long delayNanos;

    @Nullable Deadline head;

    private @Nullable Deadline tail;

    FixedDelayQueue(long delayNanos) {
        this.delayNanos = delayNanos;
    }

    void append(Deadline deadline) {
        deadline.queue = this;
        deadline.previous = tail;
        deadline.next = null;
        if (tail == null) {
            head = deadline;
        } else {
            tail.next = deadline;
        }
        tail = deadline;
    }

    void unlink(Deadline deadline) {
        if (deadline.previous == null) {
            head = deadline.next;
        } else {
            deadline.previous.next = deadline.next;
        }
        if (deadline.next == null) {
            tail = deadline.previous;
        } else {
            deadline.next.previous = deadline.previous;
        }
        deadline.queue = null;
        deadline.previous = null;
        deadline.next = null;
    }
}
