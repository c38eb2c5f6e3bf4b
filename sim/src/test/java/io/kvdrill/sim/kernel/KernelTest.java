package io.kvdrill.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.sim.kernel.RunEnd.Kind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KernelTest {
    private static final EventLabel LABEL = new EventLabel("test", "");

    private final Kernel kernel = new Kernel();
    private final List<String> fired = new ArrayList<>();

    @Test
    void firesInTheOrderOfTimesAndMovesTheClock() {
        note(30, "c");
        note(10, "a");
        note(20, "b");

        assertThat(kernel.run()).isEqualTo(new RunEnd(Kind.QUIESCENT, "no event is pending"));
        assertThat(fired).containsExactly("a@10", "b@20", "c@30");
        assertThat(kernel.nowNanos()).isEqualTo(30);
        assertThat(kernel.firedEvents()).isEqualTo(3);
    }

    @Test
    void firesEqualTimesInTheOrderOfScheduling() {
        for (int i = 0; i < 100; i++) {
            note(i % 2 == 0 ? 1L << 40 : 5, "e" + i);
        }
        kernel.run();

        List<String> expected = new ArrayList<>();
        for (int i = 1; i < 100; i += 2) {
            expected.add("e" + i + "@5");
        }
        for (int i = 0; i < 100; i += 2) {
            expected.add("e" + i + "@" + (1L << 40));
        }
        assertThat(fired).isEqualTo(expected);
    }

    @Test
    void firesWhatAnEventSchedulesForItsOwnInstantAfterWhatWasThere() {
        kernel.at(5, LABEL, () -> {
            fired.add("first");
            note(5, "third");
        });
        note(5, "second");
        kernel.run();

        assertThat(fired).containsExactly("first", "second@5", "third@5");
    }

    @Test
    void refusesThePast() {
        kernel.runUntil(100);

        assertThatThrownBy(() -> kernel.at(99, new EventLabel("late", "p"), () -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("late@p was scheduled for 99 ns, but it is already 100 ns");
        assertThatThrownBy(() -> kernel.after(-1, LABEL, () -> {})).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> kernel.after(Long.MAX_VALUE, LABEL, () -> {})).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void takesTimesUpToTheLargest() {
        note(Long.MAX_VALUE - 1, "last");
        note(0, "first");
        kernel.run();

        assertThat(fired).containsExactly("first@0", "last@" + (Long.MAX_VALUE - 1));
    }

    @Test
    void doesNotFireWhatWasCancelled() {
        Event a = note(10, "a");
        Event b = note(10, "b");
        note(10, "c");
        kernel.cancel(a);
        kernel.cancel(a);
        kernel.cancel(null);
        assertThat(a.pending()).isFalse();
        assertThat(b.pending()).isTrue();
        assertThat(kernel.pendingEvents()).isEqualTo(2);

        kernel.at(5, LABEL, () -> kernel.cancel(b));
        kernel.run();

        assertThat(fired).containsExactly("c@10");
        kernel.cancel(b);
        assertThat(kernel.pendingEvents()).isZero();
    }

    @Test
    void knowsTheNextEventPastThoseThatWereCancelled() {
        Event a = note(10, "a");
        note(1000, "b");
        assertThat(kernel.nextEventNanos()).isEqualTo(10);

        kernel.cancel(a);

        assertThat(kernel.nextEventNanos()).isEqualTo(1000);
        note(900, "before what was looked at");
        assertThat(kernel.nextEventNanos()).isEqualTo(900);
        kernel.run();
        assertThat(kernel.nextEventNanos()).isEqualTo(Kernel.NEVER);
    }

    @Test
    void runsUntilAMomentAndGoesOnLater() {
        note(10, "a");
        note(20, "b");
        note(30, "c");

        assertThat(kernel.runUntil(20).kind()).isEqualTo(Kind.TIME_REACHED);
        assertThat(fired).containsExactly("a@10", "b@20");
        assertThat(kernel.nowNanos()).isEqualTo(20);
        assertThat(kernel.runUntil(25).kind()).isEqualTo(Kind.TIME_REACHED);
        note(27, "between");
        assertThat(kernel.runUntil(100).kind()).isEqualTo(Kind.QUIESCENT);
        assertThat(fired).containsExactly("a@10", "b@20", "between@27", "c@30");
        assertThat(kernel.nowNanos()).isEqualTo(100);
    }

    @Test
    void stopsAfterTheEventThatAsksForIt() {
        kernel.at(10, LABEL, () -> kernel.stop("seen enough"));
        note(10, "later");

        assertThat(kernel.run()).isEqualTo(new RunEnd(Kind.STOPPED, "seen enough"));
        assertThat(fired).isEmpty();
        assertThat(kernel.run().kind()).isEqualTo(Kind.QUIESCENT);
        assertThat(fired).containsExactly("later@10");
    }

    @Test
    void endsAtTheCapOnEvents() {
        Kernel capped = new Kernel(new Limits(3, 1_000, 100), ChoiceSource.insertionOrder());
        for (int i = 0; i < 5; i++) {
            capped.at(i, LABEL, () -> fired.add("x"));
        }

        RunEnd end = capped.run();

        assertThat(end.kind()).isEqualTo(Kind.EVENT_CAP);
        assertThat(end.capped()).isTrue();
        assertThat(fired).hasSize(3);
    }

    @Test
    void endsAtTheCapOnTime() {
        Kernel capped = new Kernel(new Limits(100, 1_000, 100), ChoiceSource.insertionOrder());
        capped.at(1_000, LABEL, () -> fired.add("on the cap"));
        capped.at(1_001, LABEL, () -> fired.add("past the cap"));

        assertThat(capped.run().kind()).isEqualTo(Kind.TIME_CAP);
        assertThat(fired).containsExactly("on the cap");
    }

    @Test
    void endsALivelockAndNamesTheCycle() {
        Kernel capped = new Kernel(new Limits(Long.MAX_VALUE, Long.MAX_VALUE, 1_000), ChoiceSource.insertionOrder());
        EventLabel ping = new EventLabel("ping", "a:1");
        EventLabel pong = new EventLabel("pong", "b:1");
        new Object() {
            void ping() {
                capped.after(0, ping, this::pong);
            }

            void pong() {
                capped.after(0, pong, this::ping);
            }
        }.ping();

        RunEnd end = capped.run();

        assertThat(end.kind()).isEqualTo(Kind.LIVELOCK);
        assertThat(end.detail())
                .contains("1000 events at 0 ns")
                .containsAnyOf("ping@a:1 -> pong@b:1", "pong@b:1 -> ping@a:1");
    }

    @Test
    void doesNotTakeManyEventsAtDifferentInstantsForALivelock() {
        Kernel capped = new Kernel(new Limits(Long.MAX_VALUE, Long.MAX_VALUE, 10), ChoiceSource.insertionOrder());
        for (int i = 0; i < 1_000; i++) {
            capped.at(i / 10, LABEL, () -> fired.add("x"));
        }

        assertThat(capped.run().kind()).isEqualTo(Kind.QUIESCENT);
        assertThat(fired).hasSize(1_000);
    }

    @Test
    void letsAChoiceSourceOrderTheEventsOfOneInstant() {
        List<Integer> asked = new ArrayList<>();
        Kernel reversed = new Kernel(Limits.standard(), ready -> {
            asked.add(ready.size());
            return ready.size() - 1;
        });
        for (String name : List.of("a", "b", "c")) {
            reversed.at(7, LABEL, () -> fired.add(name));
        }
        Event cancelled = reversed.at(7, LABEL, () -> fired.add("cancelled"));
        reversed.cancel(cancelled);
        reversed.at(8, LABEL, () -> fired.add("later"));

        reversed.run();

        assertThat(fired).containsExactly("c", "b", "a", "later");
        assertThat(asked).containsExactly(3, 2);
    }

    @Test
    void restoresTheCauseThatAnEventWasScheduledUnder() {
        List<Long> causes = new ArrayList<>();
        kernel.causality().set(7);
        kernel.at(10, LABEL, () -> {
            causes.add(kernel.causality().current());
            kernel.causality().set(8);
            kernel.at(20, LABEL, () -> causes.add(kernel.causality().current()));
        });
        kernel.causality().set(9);
        kernel.at(15, LABEL, () -> causes.add(kernel.causality().current()));
        kernel.run();

        assertThat(causes).containsExactly(7L, 9L, 8L);
    }

    @Test
    void leavesTheRunWithTheExceptionOfAnEventAndCanGoOn() {
        kernel.at(5, LABEL, () -> {
            throw new IllegalStateException("broken");
        });
        note(6, "next");

        assertThatThrownBy(kernel::run).hasMessage("broken");
        assertThat(kernel.run().kind()).isEqualTo(Kind.QUIESCENT);
        assertThat(fired).containsExactly("next@6");
    }

    @Test
    void refusesLimitsThatAllowNothing() {
        assertThatThrownBy(() -> new Limits(0, 1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Limits(1, -1, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Limits(1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    private Event note(long time, String name) {
        return kernel.at(time, LABEL, () -> fired.add(name + "@" + kernel.nowNanos()));
    }
}
