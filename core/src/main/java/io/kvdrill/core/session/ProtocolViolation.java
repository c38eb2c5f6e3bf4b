package io.kvdrill.core.session;

/** A peer broke the protocol: the session ends with a disconnect on the first occurrence. */
final class ProtocolViolation extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ProtocolViolation(String message) {
        super(message);
    }
}
