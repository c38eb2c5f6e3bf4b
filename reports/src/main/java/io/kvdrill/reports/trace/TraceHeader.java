package io.kvdrill.reports.trace;

/**
 * Where a stored trace comes from.
 *
 * @param format version of the file's format
 * @param scenario name of the scenario
 * @param profile name of the profile
 * @param seed seed of the run
 * @param version version of kvdrill that wrote it
 */
public record TraceHeader(int format, String scenario, String profile, long seed, String version) {
    /** The format that this version writes, and the only one that it reads. */
    public static final int FORMAT = 1;

    /** What the file says that it is: the {@code $id} of the JSON Schema of its lines. */
    public static final String SCHEMA = "urn:kvdrill:trace:" + FORMAT;

    /** A header in today's format. */
    public static TraceHeader of(String scenario, String profile, long seed, String version) {
        return new TraceHeader(FORMAT, scenario, profile, seed, version);
    }
}
