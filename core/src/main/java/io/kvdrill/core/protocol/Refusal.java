package io.kvdrill.core.protocol;

/** Leaves the validation of a message early. Never leaves {@link MessageReader}. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean internal;

    private Refusal(boolean internal, String reason) {
        super(reason, null, false, false); // a value more than an error: no stack trace
        this.internal = internal;
    }

    static Refusal violation(String reason) {
        return new Refusal(false, reason);
    }

    static Refusal internal(String reason) {
        return new Refusal(true, reason);
    }

    Reading reading(Message.Type type) {
        String reason = type.wireName() + ": " + getMessage();
        return internal ? new Reading.InternalError(type, reason) : new Reading.Violation(type, reason);
    }
}
