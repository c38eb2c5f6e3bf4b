package io.kvdrill.scenarios.process;

/** A subject cannot be asked any more: it died, hangs or answers what it should not. The message says so to its author. */
public class SubjectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what happened and what was expected. */
    public SubjectException(String message) {
        super(message);
    }
}
