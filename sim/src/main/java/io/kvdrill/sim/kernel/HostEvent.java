package io.kvdrill.sim.kernel;

import io.kvdrill.core.trace.TraceEvent;

/** Events of a peer's thread. */
public sealed interface HostEvent extends TraceEvent {

    /** The thread is kept busy for this long; what it does later in this step happens after that. */
    record HostStalled(String reason, long nanos) implements HostEvent {}

    /** The thread waits for something that may never come. */
    record HostBlocked(String reason) implements HostEvent {}

    /** What the thread waited for has come. */
    record HostUnblocked(String reason, long waitedNanos) implements HostEvent {}
}
