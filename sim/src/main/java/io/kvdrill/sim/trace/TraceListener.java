package io.kvdrill.sim.trace;

/** Sees each entry as it is recorded. */
@FunctionalInterface
public interface TraceListener {

    /**
     * Takes an entry. Called in the middle of whatever caused it: must not call into a peer or a transport, but may
     * schedule events.
     */
    void onEntry(TraceEntry entry);
}
