package io.kvdrill.core.testkit;

/** A run broke a law. */
public final class LawBroken extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String law;

    /** With the law's code, and what happened. */
    public LawBroken(String law, String what) {
        super(law + ": " + what);
        this.law = law;
    }

    /** The law's code: {@code I1}, or the number of a statement of invariants.md. */
    public String law() {
        return law;
    }
}
