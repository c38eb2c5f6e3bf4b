package io.kvdrill.scenarios.cli;

/** What the process says at its end. */
public final class ExitStatus {
    /** The outcome is the stated one. */
    public static final int AS_STATED = 0;

    /** An expectation failed, or a law broke without being declared. */
    public static final int NOT_AS_STATED = 1;

    /** The input was wrong. */
    public static final int WRONG_INPUT = 2;

    /** The environment lacks something. */
    public static final int ENVIRONMENT = 3;

    /** A fault of the program itself. */
    public static final int INTERNAL_ERROR = 70;

    /** Nobody read the output to its end: the status of a program that the signal SIGPIPE ends. */
    public static final int CLOSED_PIPE = 141;

    private ExitStatus() {}
}
