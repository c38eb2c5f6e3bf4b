package io.kvdrill.reports.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a scenario came in the simulator and in another world. Component names in snake case are the field names of the JSON;
 * times are nanoseconds since the run began.
 *
 * @param reportVersion {@link #VERSION}
 * @param scenario its name, with the case
 * @param profile the profile's name
 * @param seed the seed
 * @param version of kvdrill
 * @param toleranceNanos by how much times may differ
 * @param again the command that compares them again
 * @param worlds both runs, the simulated one first
 * @param same whether nothing differs; what is raced or was not waited for does not count
 * @param compared how much there was to compare
 * @param latest the largest difference of times; null where no time could be compared
 * @param differences what differs
 * @param races what differs because two things that do not follow from each other came in another order
 * @param notWaitedFor what would have come in one world after the run in the other had ended
 */
public record WorldsReport(
        int reportVersion,
        String scenario,
        String profile,
        long seed,
        String version,
        long toleranceNanos,
        String again,
        List<World> worlds,
        boolean same,
        Compared compared,
        @Nullable Apart latest,
        List<Difference> differences,
        List<Difference> races,
        List<Difference> notWaitedFor) {

    /** The version of the format; it grows when a field goes or changes its meaning, not when one is added. */
    public static final int VERSION = 1;

    /** What the JSON says that it is. */
    public static final String SCHEMA = "urn:kvdrill:worlds:" + VERSION;

    /** Keeps immutable copies. */
    public WorldsReport {
        worlds = List.copyOf(worlds);
        differences = List.copyOf(differences);
        races = List.copyOf(races);
        notWaitedFor = List.copyOf(notWaitedFor);
    }

    /**
     * A run.
     *
     * @param on where
     * @param verdict what came of it
     * @param endNanos how long it took in its world
     * @param endWhy why it ended
     * @param again the command that repeats it alone
     * @param fingerprint hash over its trace
     */
    public record World(String on, String verdict, long endNanos, String endWhy, String again, String fingerprint) {}

    /**
     * How much was compared.
     *
     * @param requests requests
     * @param jobs jobs whose results were
     * @param sessions sessions, the receiving halves counted apart
     * @param loads loads
     * @param stores stores
     * @param rounds what producers owed
     * @param times states whose times were
     * @param ordered pairs of which one follows from the other
     */
    public record Compared(
            int requests, int jobs, int sessions, int loads, int stores, int rounds, int times, int ordered) {}

    /**
     * How far something is apart.
     *
     * @param subject what
     * @param nanos later in the second world than in the first; below zero where earlier
     */
    public record Apart(String subject, long nanos) {}

    /**
     * What differs.
     *
     * @param aspect {@code outcome}, {@code job}, {@code path}, {@code order} or {@code time}
     * @param peer at which peer; null where it is about the run
     * @param request of which request; null for none
     * @param subject what
     * @param a in the first world
     * @param b in the second
     * @param nanosOfA when it shows in the first; null where it does not
     * @param nanosOfB when it shows in the second; null where it does not
     */
    public record Difference(
            String aspect,
            @Nullable String peer,
            @Nullable String request,
            String subject,
            String a,
            String b,
            @Nullable Long nanosOfA,
            @Nullable Long nanosOfB) {}
}
