package io.kvdrill.scenarios.adapter;

/**
 * One thing that was looked at.
 *
 * @param name what
 * @param outcome whether it is as it must be
 * @param detail what was seen; empty where there is nothing to say
 */
record Check(String name, Outcome outcome, String detail) {

    /** What came of it. */
    enum Outcome {
        /** As it must be. */
        OK,
        /** Not as it must be. */
        FAILED,
        /** Does not apply to this process. */
        SKIPPED
    }

    static Check ok(String name, String detail) {
        return new Check(name, Outcome.OK, detail);
    }

    static Check failed(String name, String detail) {
        return new Check(name, Outcome.FAILED, detail);
    }

    static Check skipped(String name, String detail) {
        return new Check(name, Outcome.SKIPPED, detail);
    }
}
