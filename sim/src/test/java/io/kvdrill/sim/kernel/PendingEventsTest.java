package io.kvdrill.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is measured against each other does the same. */
@DisplayName("A queue of pending events")
class PendingEventsTest {
    private static final int STEPS = 60_000;

    /** How far ahead events are scheduled. */
    private enum Law {
        EQUAL {
            @Override
            long delay(RandomStream chance) {
                return 100;
            }
        },
        FEW_TIMES {
            @Override
            long delay(RandomStream chance) {
                return 10 * chance.nextLong(4);
            }
        },
        MESSAGES_AND_TIMERS {
            @Override
            long delay(RandomStream chance) {
                return chance.nextLong(20) == 0 ? 30_000_000_000L : 50_000 + chance.nextLong(100_000);
            }
        },
        ANY {
            @Override
            long delay(RandomStream chance) {
                return chance.nextLong(1L << 40) >>> chance.nextLong(40);
            }
        };

        abstract long delay(RandomStream chance);
    }

    @ParameterizedTest
    @EnumSource(PendingEvents.Kind.class)
    void letsEventsLeaveByTimeAndThenBySequenceWhateverIsCancelled(PendingEvents.Kind kind) {
        for (Law law : Law.values()) {
            for (int pending : new int[] {1, 60, 3_000}) {
                assertThat(order(kind, law, pending))
                        .as(kind + " " + law + " " + pending)
                        .isEqualTo(order(PendingEvents.Kind.PRIORITY_QUEUE, law, pending));
            }
        }
    }

    private static List<Long> order(PendingEvents.Kind kind, Law law, int pending) {
        RandomStream chance = new RandomStreams(7).stream("pending events", law.name());
        PendingEvents queue = kind.create();
        List<Event> cancellable = new ArrayList<>();
        List<Long> order = new ArrayList<>();
        long sequence = 0;
        for (int i = 0; i < pending; i++) {
            queue.add(PendingEvents.event(law.delay(chance), sequence++, () -> {}));
        }
        for (int step = 0; step < STEPS; step++) {
            Event event = queue.poll();
            if (event == null) {
                break;
            }
            order.add(event.sequence());
            int more = 1 + (step % 3 == 0 ? 1 : 0);
            for (int i = 0; i < more; i++) {
                Event next = PendingEvents.event(event.timeNanos() + law.delay(chance), sequence++, () -> {});
                queue.add(next);
                if (i == 1) {
                    cancellable.add(next);
                }
            }
            PendingEvents.fire(event);
            if (cancellable.size() > 8) {
                Event cancelled = cancellable.remove((int) chance.nextLong(cancellable.size()));
                if (cancelled.pending()) {
                    queue.cancel(cancelled);
                }
            }
        }
        return order;
    }
}
