package io.kvdrill.core.tier;

/** An error that left the tier and reached the engine. */
public final class TierFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What went wrong. */
    public enum Kind {
        /** A connection could not be opened. */
        DIAL_REFUSED,
        /** A message could not be sent. */
        SEND_FAILED,
        /** The data plane threw from a write. */
        WRITE_THREW,
        /** An assertion of the tier does not hold. */
        INVARIANT,
        /** The engine, or its configuration, asked for something impossible. */
        INVALID_ARGUMENT,
        /** Anything else. */
        INTERNAL
    }

    private final Kind kind;

    /** With a reason for people. */
    public TierFailure(Kind kind, String message) {
        super(message);
        this.kind = kind;
    }

    /** What went wrong. */
    public Kind kind() {
        return kind;
    }
}
