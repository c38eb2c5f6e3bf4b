package io.kvdrill.sim.engine;

/** An assertion of the engine does not hold, or an error of the tier escaped into it: the process dies of it. */
public final class EngineAssertion extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** With a reason for people. */
    public EngineAssertion(String message) {
        super(message);
    }

    /** With the error that escaped. */
    public EngineAssertion(String message, Throwable cause) {
        super(message, cause);
    }
}
