package io.kvdrill.scenarios.processes;

import java.util.function.Supplier;

/** Told how far a run of real processes is, many times a second, on the thread that runs it. */
@FunctionalInterface
public interface Onlooker {
    /** Looks away. */
    Onlooker NONE = (nanos, waitsFor) -> {};

    /**
     * The run is so far.
     *
     * @param nanos since its beginning
     * @param waitsFor what it waits for, for people; made when it is asked for
     */
    void at(long nanos, Supplier<String> waitsFor);
}
