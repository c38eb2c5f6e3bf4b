package io.kvdrill.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.trace.TraceEvent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HostThreadTest {
    private static final EventLabel LABEL = new EventLabel("test", "");

    private final Kernel kernel = new Kernel();
    private final List<TraceEvent> trace = new ArrayList<>();
    private final HostThread thread = new HostThread(kernel, "a:1", trace::add);
    private final List<String> effects = new ArrayList<>();

    @Test
    void letsEffectsHappenAtOnceWhileNothingStallsIt() {
        thread.leave(() -> effects.add("now"));

        assertThat(effects).containsExactly("now");
        assertThat(thread.stalled()).isFalse();
    }

    @Test
    void holdsEffectsBackWhileItIsBusyAndKeepsTheirOrder() {
        leave("before");
        thread.stall("work", 10);
        leave("first");
        leave("second");
        thread.stall("more work", 5);
        leave("third");

        assertThat(effects).containsExactly("before@0");
        assertThat(thread.stalled()).isTrue();
        kernel.run();

        assertThat(effects).containsExactly("before@0", "first@10", "second@10", "third@15");
        assertThat(thread.stalled()).isFalse();
        assertThat(trace)
                .containsExactly(new HostEvent.HostStalled("work", 10), new HostEvent.HostStalled("more work", 5));
    }

    @Test
    void aStepThatHadToWaitActsAtOnceUpToWhereItStallsAgain() {
        thread.stall("work", 10);
        thread.leave(() -> {
            leave("posted");
            effects.add("and then seen");
            thread.stall("more work", 5);
            leave("later");
            effects.add("the step ends");
        });
        leave("the next step");
        kernel.run();
        assertThat(effects)
                .containsExactly("posted@10", "and then seen", "the step ends", "later@15", "the next step@15");
    }

    @Test
    void waitsUntilItsBlockIsReleased() {
        HostThread.Block block = thread.block("a full queue");
        leave("after");
        thread.stall("work", 3);
        leave("last");
        kernel.at(40, LABEL, block::release);
        kernel.at(50, LABEL, block::release);
        kernel.run();

        assertThat(effects).containsExactly("after@40", "last@43");
        assertThat(trace)
                .containsExactly(
                        new HostEvent.HostBlocked("a full queue"),
                        new HostEvent.HostStalled("work", 3),
                        new HostEvent.HostUnblocked("a full queue", 40));
    }

    @Test
    void passesABlockThatWasReleasedBeforeItCameToIt() {
        thread.stall("work", 10);
        HostThread.Block block = thread.block("a full queue");
        leave("after");
        block.release();
        kernel.run();

        assertThat(effects).containsExactly("after@10");
    }

    @Test
    void putsWhatAnEffectAddsBeforeWhatFollowsIt() {
        thread.stall("work", 10);
        thread.leave(() -> {
            leave("inner");
            thread.stall("inner work", 5);
            leave("inner, later");
        });
        leave("outer");
        kernel.run();

        assertThat(effects).containsExactly("inner@10", "inner, later@15", "outer@15");
    }

    @Test
    void givesAnEffectTheCauseThatItHadWhenItWasAdded() {
        List<Long> causes = new ArrayList<>();
        thread.stall("work", 10);
        kernel.causality().set(3);
        thread.leave(() -> causes.add(kernel.causality().current()));
        kernel.causality().set(4);
        kernel.run();

        assertThat(causes).containsExactly(3L);
    }

    @Test
    void doesNothingMoreOnceItIsDead() {
        thread.stall("work", 10);
        leave("pending");
        HostThread.Block block = thread.block("a full queue");
        thread.kill();
        leave("later");
        block.release();
        thread.stall("work", 10);
        kernel.run();

        assertThat(effects).isEmpty();
        assertThat(trace).hasSize(2);
    }

    @Test
    void isNotStalledByWorkOfNoLength() {
        thread.stall("nothing", 0);

        assertThat(thread.stalled()).isFalse();
        assertThat(trace).isEmpty();
    }

    private void leave(String name) {
        thread.leave(() -> effects.add(name + "@" + kernel.nowNanos()));
    }
}
