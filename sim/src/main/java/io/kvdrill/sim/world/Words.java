package io.kvdrill.sim.world;

/** Counts in words, for messages to people. */
public final class Words {
    private Words() {}

    /** How often: {@code never}, {@code once}, {@code 3 times}. */
    public static String times(long count) {
        if (count == 0) {
            return "never";
        }
        return count == 1 ? "once" : count + " times";
    }

    /** How many: {@code 1 slot}, {@code 3 slots}. */
    public static String counted(long count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
