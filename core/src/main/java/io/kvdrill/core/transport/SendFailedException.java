package io.kvdrill.core.transport;

/** A message could not be handed to the transport. The caller decides whether to give the connection up. */
public final class SendFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a reason for people. */
    public SendFailedException(String message) {
        super(message);
    }
}
