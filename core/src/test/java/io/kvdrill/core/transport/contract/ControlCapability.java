package io.kvdrill.core.transport.contract;

/** What a control transport, or the fixture around it, can do and need not. */
public enum ControlCapability {
    /** The other side of a connection that its peer closes, or whose peer dies, is told. */
    REPORTS_CLOSE,
    /** A peer that falls silent without a word counts as lost some time later. */
    REPORTS_SILENCE,
    /** What is sent before anybody listens arrives when somebody does. */
    QUEUES_UNTIL_ANSWERED,
    /** The newest connection of an identity is heard, even while an older one is open. */
    HANDS_IDENTITY_OVER,
    /** A second connection of an identity is never heard while, or after, an older one is open. */
    IGNORES_SECOND_CONNECTION,
    /** A send that finds a full queue throws at once, and the connection counts as lost at the next poll. */
    FULL_QUEUE_ENDS_CONNECTION,
    /** A sender whose identity cannot be dialled is turned away, and harms nobody. */
    REFUSES_BAD_IDENTITIES,
    /** Such a sender makes every poll throw. */
    BAD_IDENTITIES_ESCAPE,
    /** A dial to its own id is refused. */
    REFUSES_SELF_DIAL,
    /** A frame above the fixture's limit ends the connection that it came on. */
    BOUNDS_MESSAGE_SIZE,
    /** The fixture can send raw frames under any identity. */
    RAW_CLIENTS
}
