package io.kvdrill.reports.json;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a sweep has come to. The same runs give the same report, byte for byte, whatever the number of threads. Component
 * names in snake case are the field names of {@code sweep-report.json}.
 *
 * @param reportVersion {@link #VERSION}
 * @param subject what was swept: the name of a scenario, or {@code swarm}
 * @param identity its version, profiles and contents, by names for people
 * @param firstSeed the first seed
 * @param guided whether seeds that reach new things were preferred
 * @param complete whether all that was asked for was run
 * @param runs runs made
 * @param failed those that failed
 * @param firstFailedRun the place of the first of them, from 1; 0 for none
 * @param fingerprint over all runs, 16 hexadecimal digits
 * @param variants how each variant fared, in order
 * @param groups failures that are taken for one
 * @param history how it went, at growing numbers of runs
 * @param coverage what was reached, by kind
 */
public record SweepReport(
        int reportVersion,
        String subject,
        Map<String, String> identity,
        long firstSeed,
        boolean guided,
        boolean complete,
        long runs,
        long failed,
        long firstFailedRun,
        String fingerprint,
        List<Variant> variants,
        List<Group> groups,
        List<Point> history,
        List<Covered> coverage) {

    /** The version of the format; it grows when a field goes or changes its meaning, not when one is added. */
    public static final int VERSION = 1;

    /** What the file says that it is. */
    public static final String SCHEMA = "urn:kvdrill:sweep-report:" + VERSION;

    /** Keeps immutable copies. */
    public SweepReport {
        identity = Collections.unmodifiableMap(new LinkedHashMap<>(identity));
        variants = List.copyOf(variants);
        groups = List.copyOf(groups);
        history = List.copyOf(history);
        coverage = List.copyOf(coverage);
    }

    /**
     * One way to run.
     *
     * @param label its settings, separated by spaces; empty where there is one only
     * @param runs runs made
     * @param failed those that failed
     */
    public record Variant(String label, long runs, long failed) {}

    /**
     * Failures that are taken for one.
     *
     * @param variant which variant failed, from 0
     * @param law the code of the law, or {@code unsettled}, {@code threw}, {@code outcome}
     * @param statement the statement of the law; 0 for none
     * @param event the kind of event at which it broke; may be empty
     * @param state states of what broke; may be empty
     * @param runs how many runs ended so
     * @param smallestSeed the smallest seed that did
     * @param what the failure in words, as that run tells it
     * @param again the command that repeats that run
     * @param shrink the command that makes a small scenario of it; empty where there is none
     */
    public record Group(
            int variant,
            String law,
            int statement,
            String event,
            String state,
            long runs,
            long smallestSeed,
            String what,
            String again,
            String shrink) {}

    /**
     * How far a sweep was after some runs.
     *
     * @param runs after so many runs
     * @param failed so many had failed
     * @param groups in so many groups
     * @param reached so many different things were reached
     */
    public record Point(long runs, long failed, long groups, long reached) {}

    /**
     * What was reached of one kind.
     *
     * @param kind in words
     * @param reached each thing that was, with the number of runs that did
     * @param never what never was, where it is known what there is
     */
    public record Covered(String kind, List<Reached> reached, List<String> never) {
        /** Keeps immutable copies. */
        public Covered {
            reached = List.copyOf(reached);
            never = List.copyOf(never);
        }
    }

    /**
     * Something that runs reached.
     *
     * @param name what
     * @param runs how many runs
     */
    public record Reached(String name, long runs) {}
}
