package io.kvdrill.sim.fault;

import io.kvdrill.core.trace.TraceEvent;

/** Events of what goes wrong on purpose. {@code fault} is the fault's name, or its place in the world's list. */
public sealed interface FaultEvent extends TraceEvent {

    /** A fault struck. */
    record FaultStruck(String fault, String what) implements FaultEvent {}

    /** A lasting fault is over. */
    record FaultEnded(String fault, String what) implements FaultEvent {}

    /** A fault struck something that was not there, and so did nothing. */
    record FaultMissed(String fault, String what, String why) implements FaultEvent {}

    /** A process was killed. */
    record ProcessKilled(String peer, int incarnation) implements FaultEvent {}

    /** A process stands still. */
    record ProcessPaused(String peer, int incarnation) implements FaultEvent {}

    /** A process goes on. */
    record ProcessResumed(String peer, int incarnation) implements FaultEvent {}

    /** All faults ended, for good. */
    record WorldHealed() implements FaultEvent {}
}
