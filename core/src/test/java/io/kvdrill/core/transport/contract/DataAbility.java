package io.kvdrill.core.transport.contract;

/** What the fixture around a data transport can do and need not; the transport declares its own capabilities. */
public enum DataAbility {
    /** Writes can be made to stand still, and to go on. */
    HOLDS_WRITES,
    /** A peer can die and be opened again, with new memory. */
    RESTARTS,
    /** Registering in the background takes so long that it is seen to be pending. */
    SLOW_REGISTRATION
}
