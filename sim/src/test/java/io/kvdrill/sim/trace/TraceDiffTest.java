package io.kvdrill.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.trace.TraceDiff.Difference;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class TraceDiffTest {

    @Test
    void findsNothingInEqualTraces() {
        assertThat(TraceDiff.between(run(50, -1), run(50, -1))).isEmpty();
        assertThat(TraceDiff.between(List.of(), List.of())).isEmpty();
    }

    @Property(tries = 200)
    void findsTheFirstEntryThatDiffers(
            @ForAll @IntRange(min = 1, max = 60) int length, @ForAll @IntRange(min = 0, max = 59) int change) {
        int index = change % length;

        Difference difference =
                TraceDiff.between(run(length, -1), run(length, index)).orElseThrow();

        assertThat(difference.index()).isEqualTo(index);
        assertThat(difference.left()).isNotNull();
        assertThat(difference.right()).isNotNull();
        assertThat(difference.left().value("reason")).isEqualTo("event " + index);
        assertThat(difference.right().value("reason")).isEqualTo("changed");
    }

    @Property(tries = 100)
    void findsWhereTheShorterOneEnds(
            @ForAll @IntRange(min = 0, max = 30) int length, @ForAll @IntRange(min = 1, max = 30) int more) {
        Difference difference =
                TraceDiff.between(run(length, -1), run(length + more, -1)).orElseThrow();

        assertThat(difference.index()).isEqualTo(length);
        assertThat(difference.left()).isNull();
        assertThat(difference.right()).isNotNull();
        assertThat(difference.leftCauses()).isEmpty();
    }

    @Test
    void walksTheCausesOfEachSide() {
        Difference difference = TraceDiff.between(run(6, -1), run(6, 5)).orElseThrow();

        // Each event of run() is caused by the one two before it.
        assertThat(difference.leftCauses()).extracting(StoredEntry::sequence).containsExactly(4L, 2L);
        assertThat(difference.rightCauses()).extracting(StoredEntry::sequence).containsExactly(4L, 2L);
    }

    /** A run whose events each schedule one, in two interleaved chains. */
    private static List<StoredEntry> run(int length, int changedIndex) {
        Kernel kernel = new Kernel();
        TraceRecorder recorder = new TraceRecorder(kernel, Keep.ENTRIES);
        EventLabel label = new EventLabel("test", "");
        new Object() {
            void step(int index) {
                String reason = index == changedIndex ? "changed" : "event " + index;
                recorder.record("a:1", TraceRecorderTest.died(reason));
                if (index + 2 < length) {
                    kernel.at(index + 2, label, () -> step(index + 2));
                }
            }

            void start() {
                for (int i = 0; i < Math.min(2, length); i++) {
                    int index = i;
                    kernel.at(index, label, () -> step(index));
                }
            }
        }.start();
        kernel.run();
        return recorder.entries().stream().map(recorder::store).toList();
    }
}
