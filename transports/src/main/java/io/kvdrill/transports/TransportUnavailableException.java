package io.kvdrill.transports;

/** A transport could not be opened. The message says what was wrong, where, and what to do. */
public final class TransportUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a reason for people. */
    public TransportUnavailableException(String message) {
        super(message);
    }

    /** With a reason for people, and what caused it. */
    public TransportUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
