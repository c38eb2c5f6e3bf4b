package io.kvdrill.scenarios.format.write;

/** A world holds something that the scenario format has no words for. */
public final class UnwritableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what it is. */
    public UnwritableException(String message) {
        super(message);
    }
}
