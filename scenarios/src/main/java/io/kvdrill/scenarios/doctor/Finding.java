package io.kvdrill.scenarios.doctor;

/**
 * What was found out about one thing.
 *
 * @param check its name, as it stands after {@code --need}
 * @param state whether it is there
 * @param found what was found, or looked for
 * @param help what to do about it; empty where there is nothing to do
 */
record Finding(String check, State state, String found, String help) {

    /** Whether it is there. */
    enum State {
        /** It is. */
        OK,
        /** It is, and somebody should know something of it. */
        NOTE,
        /** It is not. */
        MISSING
    }

    static Finding ok(String check, String found) {
        return new Finding(check, State.OK, found, "");
    }

    static Finding note(String check, String found, String help) {
        return new Finding(check, State.NOTE, found, help);
    }

    static Finding missing(String check, String found, String help) {
        return new Finding(check, State.MISSING, found, help);
    }
}
