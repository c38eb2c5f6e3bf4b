package io.kvdrill.scenarios.conform.tier;

/** The tier asks for something that the step has no answer to, so the step fails (FORMAT.md section 5.3). */
public final class ScriptFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ScriptFailure(String message) {
        super(message);
    }
}
