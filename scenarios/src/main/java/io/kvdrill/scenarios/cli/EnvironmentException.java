package io.kvdrill.scenarios.cli;

/** The environment lacks something that the command needs. Exit status 3. */
public final class EnvironmentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With what is missing and what to do. */
    public EnvironmentException(String message) {
        super(message);
    }
}
