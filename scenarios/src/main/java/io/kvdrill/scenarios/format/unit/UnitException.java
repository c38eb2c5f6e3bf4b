package io.kvdrill.scenarios.format.unit;

/** A quantity that cannot be understood. */
public final class UnitException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String help;

    /**
     * With what is wrong.
     *
     * @param help what to write instead, or empty
     */
    public UnitException(String message, String help) {
        super(message);
        this.help = help;
    }

    /** What is wrong. */
    public String problem() {
        return String.valueOf(getMessage());
    }

    /** What to write instead; may be empty. */
    public String help() {
        return help;
    }
}
