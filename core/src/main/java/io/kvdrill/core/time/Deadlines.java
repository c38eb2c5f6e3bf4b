package io.kvdrill.core.time;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * All deadlines of one tier. Timeouts come in a handful of fixed lengths, so one FIFO for each length keeps them in exact
 * order at constant cost; arming and disarming never look at another deadline of the same length.
 *
 * <p><b>Caveats.</b> The clock must not go back between calls of {@link #arm}. The cost of {@link #nextNanos} and {@link
 * #pollDue} grows with the number of different lengths ever used: a length is a configuration value, not a computed one
 * — see {@link #armAt} for those. Deadlines that fall due at the same moment come out in the order in which they were
 * armed.
 */
public final class Deadlines {
    /** {@link #nextNanos} when nothing is armed, and a length that never falls due. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final Comparator<Deadline> ORDER =
            Comparator.comparingLong(Deadline::dueNanos).thenComparingLong(deadline -> deadline.sequence);
    private static final BinaryOperator<Deadline> EARLIER = BinaryOperator.minBy(ORDER);

    private final List<FixedDelayQueue> queues = new ArrayList<>();
    private final TreeSet<Deadline> odd = new TreeSet<>(ORDER);
    private long sequences;

    /**
     * Lets a deadline fall due {@code delayNanos} from now. Does nothing for {@link #NEVER}. A deadline that is already
     * armed is moved.
     */
    public void arm(Deadline deadline, long nowNanos, long delayNanos) {
        disarm(deadline);
        if (delayNanos == NEVER || nowNanos + delayNanos < nowNanos) {
            return;
        }
        deadline.dueNanos = nowNanos + delayNanos;
        deadline.sequence = sequences++;
        queueFor(delayNanos).append(deadline);
    }

    /**
     * Lets a deadline fall due at a moment that is no fixed length away. Costs the
     * logarithm of how many such deadlines are armed.
     */
    public void armAt(Deadline deadline, long dueNanos) {
        disarm(deadline);
        if (dueNanos == NEVER) {
            return;
        }
        deadline.dueNanos = dueNanos;
        deadline.sequence = sequences++;
        deadline.odd = true;
        odd.add(deadline);
    }

    /** Keeps a deadline from falling due, also one that has fallen due and was not taken yet. */
    public void disarm(Deadline deadline) {
        deadline.due = false;
        if (deadline.queue != null) {
            deadline.queue.unlink(deadline);
        } else if (deadline.odd) {
            odd.remove(deadline);
            deadline.odd = false;
        }
    }

    /** When the next deadline falls due, or {@link #NEVER}. */
    public long nextNanos() {
        Deadline first = first();
        return first == null ? NEVER : first.dueNanos;
    }

    /**
     * Takes the earliest deadline that is due at {@code nowNanos}, or null when none is. It counts as due until {@link
     * Deadline#takeDue}.
     */
    public @Nullable Deadline pollDue(long nowNanos) {
        Deadline first = first();
        if (first == null || first.dueNanos > nowNanos) {
            return null;
        }
        disarm(first);
        first.due = true;
        return first;
    }

    private @Nullable Deadline first() {
        Deadline first = odd.isEmpty() ? null : odd.first();
        for (int i = 0; i < queues.size(); i++) {
            Deadline head = queues.get(i).head;
            if (head != null) {
                first = first == null ? head : EARLIER.apply(first, head);
            }
        }
        return first;
    }

    private FixedDelayQueue queueFor(long delayNanos) {
        for (int i = 0; i < queues.size(); i++) {
            if (queues.get(i).delayNanos == delayNanos) {
                return queues.get(i);
            }
        }
        FixedDelayQueue queue = new FixedDelayQueue(delayNanos);
        queues.add(queue);
        return queue;
    }
}
