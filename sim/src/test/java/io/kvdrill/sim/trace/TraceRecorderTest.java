package io.kvdrill.sim.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceRecorderTest {
    private static final EventLabel LABEL = new EventLabel("test", "");

    private final Kernel kernel = new Kernel();
    private final TraceRecorder recorder = new TraceRecorder(kernel, Keep.ENTRIES);

    @Test
    void givesEachEntryItsPlaceTimeAndPeer() {
        TraceSink a = recorder.sinkOf("a:1");
        kernel.at(5, LABEL, () -> a.emit(died("x")));
        kernel.at(9, LABEL, () -> recorder.sinkOf("b:1").emit(died("y")));
        kernel.run();

        assertThat(recorder.entries())
                .extracting(TraceEntry::sequence, TraceEntry::worldNanos, TraceEntry::peer, TraceEntry::event)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(1L, 5L, "a:1", died("x")),
                        org.assertj.core.groups.Tuple.tuple(2L, 9L, "b:1", died("y")));
        assertThat(recorder.size()).isEqualTo(2);
    }

    @Test
    void followsCausesThroughScheduledEvents() {
        TraceSink a = recorder.sinkOf("a:1");
        a.emit(died("1"));
        kernel.at(20, LABEL, () -> a.emit(died("because of 1")));
        a.emit(died("2, because of 1"));
        kernel.at(10, LABEL, () -> {
            a.emit(died("because of 2"));
            a.emit(died("because of the one before"));
        });
        kernel.run();

        assertThat(recorder.entries()).extracting(TraceEntry::cause).containsExactly(0L, 1L, 2L, 3L, 1L);
    }

    @Test
    void asksWhoKnowsATruerCause() {
        recorder.addCauseFinder((peer, event) -> event.equals(died("odd")) ? 1 : CauseFinder.UNKNOWN);
        recorder.addCauseFinder((peer, event) -> event.equals(died("odd")) ? 2 : CauseFinder.UNKNOWN);
        TraceSink a = recorder.sinkOf("a:1");
        a.emit(died("1"));
        a.emit(died("2"));
        a.emit(died("odd"));
        a.emit(died("4"));

        assertThat(recorder.entries()).extracting(TraceEntry::cause).containsExactly(0L, 1L, 1L, 3L);
    }

    @Test
    void showsEachEntryToItsListenersInOrder() {
        List<String> seen = new ArrayList<>();
        recorder.addListener(entry -> seen.add("first " + entry.sequence()));
        recorder.addListener(entry -> seen.add("second " + entry.sequence()));
        recorder.sinkOf("").emit(died("x"));

        assertThat(seen).containsExactly("first 1", "second 1");
    }

    @Test
    void forgetsEntriesWhereOnlyTheFingerprintIsKept() {
        TraceRecorder lean = new TraceRecorder(kernel, Keep.FINGERPRINT);
        for (int i = 0; i < 5; i++) {
            recorder.record("a:1", died("x" + i));
            kernel.causality().set(i);
            lean.record("a:1", died("x" + i));
            kernel.causality().set(i + 1);
        }

        assertThat(lean.entries()).isEmpty();
        assertThat(lean.size()).isEqualTo(5);
        assertThat(lean.fingerprint()).isEqualTo(recorder.fingerprint());
    }

    @Test
    void hasAnotherFingerprintForAnyOtherContent() {
        List<String> fingerprints = new ArrayList<>();
        fingerprints.add(fingerprint(0, "a:1", 0, died("x")));
        fingerprints.add(fingerprint(1, "a:1", 0, died("x")));
        fingerprints.add(fingerprint(0, "a:2", 0, died("x")));
        fingerprints.add(fingerprint(0, "a:1", 7, died("x")));
        fingerprints.add(fingerprint(0, "a:1", 0, died("y")));
        fingerprints.add(fingerprint(0, "a:1", 0, new SessionEvent.ProtocolViolated("p", "x")));

        assertThat(fingerprints).doesNotHaveDuplicates();
        assertThat(fingerprint(0, "a:1", 0, died("x"))).isEqualTo(fingerprints.get(0));
    }

    @Test
    void storesEntriesWithTheirChain() {
        recorder.sinkOf("a:1").emit(died("x"));
        TraceEntry entry = recorder.entries().get(0);

        assertThat(recorder.store(entry))
                .isEqualTo(new StoredEntry(
                        1,
                        0,
                        "a:1",
                        0,
                        "session_died",
                        List.of(new StoredEntry.Field("peer", "p"), new StoredEntry.Field("reason", "x")),
                        recorder.fingerprint()));
    }

    private static String fingerprint(long nanos, String peer, long cause, SessionEvent event) {
        Kernel kernel = new Kernel();
        kernel.runUntil(nanos);
        kernel.causality().set(cause);
        TraceRecorder recorder = new TraceRecorder(kernel, Keep.FINGERPRINT);
        recorder.record(peer, event);
        return recorder.fingerprint();
    }

    static SessionDied died(String reason) {
        return new SessionDied("p", reason);
    }
}
