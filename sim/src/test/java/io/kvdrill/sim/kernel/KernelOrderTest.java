package io.kvdrill.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The kernel against a {@link PriorityQueue} of (time, sequence), under random operations. */
class KernelOrderTest {
    private static final EventLabel LABEL = new EventLabel("test", "");

    /** One thing to do: schedule, cancel one of those scheduled, look, or run on. */
    record Operation(Kind kind, long amount) {
        enum Kind {
            SCHEDULE,
            CANCEL,
            LOOK,
            RUN_FOR
        }
    }

    private record Expected(long time, int number) {}

    @Property(tries = 2_000)
    void firesAsAPriorityQueueWould(@ForAll("operations") List<Operation> operations) {
        Kernel kernel = new Kernel();
        PriorityQueue<Expected> reference =
                new PriorityQueue<>(Comparator.comparingLong(Expected::time).thenComparingInt(Expected::number));
        List<Event> handles = new ArrayList<>();
        List<Expected> entries = new ArrayList<>();
        List<Integer> fired = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();

        for (Operation operation : operations) {
            switch (operation.kind()) {
                case SCHEDULE -> {
                    int number = handles.size();
                    long time = kernel.nowNanos() + operation.amount();
                    handles.add(kernel.at(time, LABEL, () -> fired.add(number)));
                    entries.add(new Expected(time, number));
                    reference.add(entries.get(number));
                }
                case CANCEL -> {
                    if (!handles.isEmpty()) {
                        int number = (int) (operation.amount() % handles.size());
                        kernel.cancel(handles.get(number));
                        reference.remove(entries.get(number));
                    }
                }
                case LOOK -> {
                    Expected next = reference.peek();
                    assertThat(kernel.nextEventNanos()).isEqualTo(next == null ? Kernel.NEVER : next.time());
                    assertThat(kernel.pendingEvents()).isEqualTo(reference.size());
                }
                case RUN_FOR -> {
                    long until = kernel.nowNanos() + operation.amount();
                    kernel.runUntil(until);
                    drain(reference, until, expected);
                    assertThat(kernel.nowNanos()).isEqualTo(until);
                }
            }
        }
        kernel.run();
        drain(reference, Long.MAX_VALUE, expected);

        assertThat(fired).isEqualTo(expected);
        assertThat(kernel.pendingEvents()).isZero();
    }

    @Property(tries = 20)
    void dropsManyCancelledEventsWithoutLosingOrder(@ForAll("seeds") long seed) {
        RandomStream chance = new RandomStreams(seed).stream("test", "cancel");
        Kernel kernel = new Kernel();
        List<Event> handles = new ArrayList<>();
        List<Expected> kept = new ArrayList<>();
        List<Integer> fired = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            int number = i;
            long time = chance.nextLong(1_000);
            handles.add(kernel.at(time, LABEL, () -> fired.add(number)));
            kept.add(new Expected(time, number));
        }
        for (int i = 0; i < handles.size(); i++) {
            if (chance.chance(0.9)) {
                kernel.cancel(handles.get(i));
            }
        }
        kept.removeIf(entry -> !handles.get(entry.number()).pending());
        kept.sort(Comparator.comparingLong(Expected::time).thenComparingInt(Expected::number));
        kernel.run();

        assertThat(fired).isEqualTo(kept.stream().map(Expected::number).toList());
    }

    private static void drain(PriorityQueue<Expected> reference, long until, List<Integer> into) {
        while (!reference.isEmpty() && reference.element().time() <= until) {
            into.add(reference.remove().number());
        }
    }

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    @Provide
    Arbitrary<List<Operation>> operations() {
        Arbitrary<Long> amounts = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 3),
                Arbitraries.longs().between(0, 1_000),
                Arbitraries.longs().between(0, 1L << 45));
        return Combinators.combine(Arbitraries.of(Operation.Kind.class), amounts)
                .as(Operation::new)
                .list()
                .ofMaxSize(120);
    }
}
