package io.kvdrill.core.transport;

/** The data plane threw where it should have refused (vLLM pull request 55181). Nothing was started. */
public final class WriteFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a reason for people. */
    public WriteFailedException(String message) {
        super(message);
    }
}
