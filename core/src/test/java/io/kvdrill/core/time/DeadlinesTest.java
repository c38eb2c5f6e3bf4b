package io.kvdrill.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlinesTest {

    private static final class Named extends Deadline {
        final int name;

        Named(int name) {
            this.name = name;
        }
    }

    /** One call of the structure. */
    private record Act(int kind, int which, long amount) {}

    @Provide
    Arbitrary<List<Act>> acts() {
        Arbitrary<Act> act = Combinators.combine(
                        Arbitraries.integers().between(0, 4),
                        Arbitraries.integers().between(0, 9),
                        Arbitraries.of(0L, 1L, 2L, 10L, 30L, 31L))
                .as(Act::new);
        return act.list().ofMaxSize(120);
    }

    /** So many, and so often armed anew, that neighbours leave in every order. */
    @Provide
    Arbitrary<List<Act>> crowd() {
        Arbitrary<Act> act = Combinators.combine(
                        Arbitraries.of(0, 0, 0, 0, 2, 3, 4, 4),
                        Arbitraries.integers().between(0, 59),
                        Arbitraries.of(0L, 1L, 30L, 300L))
                .as(Act::new);
        return act.list().ofMinSize(500).ofMaxSize(1_500);
    }

    /** What the structure means: a list, searched whole. */
    private static final class Naive {
        private record Entry(int name, long due, long sequence) {}

        private final List<Entry> armed = new ArrayList<>();
        private long sequences;

        void arm(int name, long due) {
            disarm(name);
            armed.add(new Entry(name, due, sequences++));
        }

        void disarm(int name) {
            armed.removeIf(entry -> entry.name() == name);
        }

        int pollDue(long now) {
            Entry first = armed.stream()
                    .filter(entry -> entry.due() <= now)
                    .min(Comparator.comparingLong(Entry::due).thenComparingLong(Entry::sequence))
                    .orElse(null);
            if (first == null) {
                return -1;
            }
            armed.remove(first);
            return first.name();
        }

        long next() {
            return armed.stream().mapToLong(Entry::due).min().orElse(Deadlines.NEVER);
        }
    }

    @Property
    void fallDueInTheOrderOfANaiveModel(@ForAll("acts") List<Act> acts) {
        fallDueAsInTheModel(10, acts);
    }

    @Property(tries = 100)
    void fallDueInTheOrderOfANaiveModelInACrowd(@ForAll("crowd") List<Act> acts) {
        fallDueAsInTheModel(60, acts);
    }

    private static void fallDueAsInTheModel(int count, List<Act> acts) {
        Deadlines deadlines = new Deadlines();
        Naive model = new Naive();
        List<Named> named = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            named.add(new Named(i));
        }
        long now = 0;
        for (Act act : acts) {
            Named deadline = named.get(act.which());
            switch (act.kind()) {
                case 0 -> {
                    deadlines.arm(deadline, now, act.amount());
                    model.arm(act.which(), now + act.amount());
                }
                case 1 -> {
                    deadlines.armAt(deadline, now + act.amount());
                    model.arm(act.which(), now + act.amount());
                }
                case 2 -> {
                    deadlines.disarm(deadline);
                    model.disarm(act.which());
                }
                case 3 -> now += act.amount();
                default -> {
                    Deadline due = deadlines.pollDue(now);
                    assertThat(due == null ? -1 : ((Named) due).name).isEqualTo(model.pollDue(now));
                }
            }
            assertThat(deadlines.nextNanos()).isEqualTo(model.next());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, Long.MIN_VALUE + 5, -7, 0, 7, Long.MAX_VALUE - 100})
    void workWhereverTheClockStarts(long origin) {
        Deadlines deadlines = new Deadlines();
        Named deadline = new Named(0);

        deadlines.arm(deadline, origin, 50);

        assertThat(deadlines.pollDue(origin + 49)).isNull();
        assertThat(deadlines.pollDue(origin + 50)).isSameAs(deadline);
    }

    @Test
    void neverFallDueWhenTheLengthIsNever() {
        Deadlines deadlines = new Deadlines();
        Named deadline = new Named(0);

        deadlines.arm(deadline, 5, Deadlines.NEVER);

        assertThat(deadline.armed()).isFalse();
        assertThat(deadlines.nextNanos()).isEqualTo(Deadlines.NEVER);
    }

    @Test
    void areNotDueAnyMoreOnceDisarmedOrArmedAgain() {
        Deadlines deadlines = new Deadlines();
        Named disarmed = new Named(0);
        Named armedAgain = new Named(1);
        Named left = new Named(2);
        for (Named deadline : List.of(disarmed, armedAgain, left)) {
            deadlines.arm(deadline, 0, 10);
        }
        while (deadlines.pollDue(10) != null) {
            // All three are due now.
        }

        deadlines.disarm(disarmed);
        deadlines.arm(armedAgain, 10, 10);

        assertThat(disarmed.takeDue()).isFalse();
        assertThat(armedAgain.takeDue()).isFalse();
        assertThat(left.takeDue()).isTrue();
        assertThat(left.takeDue()).isFalse();
    }
}
