package io.kvdrill.core.trace;

/** Where a tier's events go. Called on the thread that drives the tier. */
@FunctionalInterface
public interface TraceSink {

    /** Takes an event. Must not call back into the tier. */
    void emit(TraceEvent event);

    /** A sink that forgets. */
    static TraceSink none() {
        return event -> {};
    }
}
