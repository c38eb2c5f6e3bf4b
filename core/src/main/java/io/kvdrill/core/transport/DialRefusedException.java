package io.kvdrill.core.transport;

/** No connection to a peer could be opened. Trying again later may work. */
public final class DialRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a reason for people. */
    public DialRefusedException(String message) {
        super(message);
    }
}
