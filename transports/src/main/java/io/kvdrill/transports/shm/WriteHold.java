package io.kvdrill.transports.shm;

/** A hook for faults: writes that it holds stand still. Asked on the copier's thread, often. */
@FunctionalInterface
public interface WriteHold {
    /** Holds nothing. */
    WriteHold NONE = peer -> false;

    /** Whether writes to this peer stand still now. */
    boolean holds(String peer);
}
