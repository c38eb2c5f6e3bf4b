package io.kvdrill.scenarios.processes;

import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.kernel.Causality;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** The trace of a replay: what a peer does is caused by what it did before, unless somebody else is known to have caused it. */
final class ReplayedTrace {
    private final Kernel kernel = new Kernel();
    private final TraceRecorder recorder;
    /** The latest entry of each peer. */
    private final Map<String, Long> latest = new LinkedHashMap<>();

    /**
     * An empty trace.
     *
     * @param peers their ids
     */
    ReplayedTrace(Collection<String> peers, LongSupplier nowNanos) {
        this.recorder = new TraceRecorder(kernel, Keep.ENTRIES, nowNanos);
        peers.forEach(peer -> latest.put(peer, Causality.NONE));
    }

    TraceRecorder recorder() {
        return recorder;
    }

    /** Records what a peer did. */
    void record(String peer, TraceEvent event) {
        recordCausedBy(latest(peer), peer, event);
    }

    /** Records what a peer did because of an entry. */
    void recordCausedBy(long cause, String peer, TraceEvent event) {
        recordAt(cause, peer, event);
        latest.computeIfPresent(peer, (same, before) -> recorder.size());
    }

    /** Records what an entry caused at a peer that did nothing itself. */
    void recordAt(long cause, String peer, TraceEvent event) {
        kernel.causality().set(cause);
        recorder.record(peer, event);
    }

    /** Records something of the world's own. */
    void recordOwn(TraceEvent event) {
        recorder.record("", event);
    }

    /** The latest entry of a peer, for what that caused elsewhere. */
    long latest(String peer) {
        return latest.getOrDefault(peer, Causality.NONE);
    }
}
