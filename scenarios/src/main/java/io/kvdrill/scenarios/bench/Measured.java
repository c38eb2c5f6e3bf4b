package io.kvdrill.scenarios.bench;

/**
 * What one run took.
 *
 * @param entries protocol events: entries of the trace
 * @param kernelEvents events that the kernel fired
 * @param virtualNanos time in the world
 * @param wallNanos time on the clock
 * @param cpuNanos CPU time of the run: its thread, and what collecting its garbage took. What the JVM compiles meanwhile is
 *     not part of it: a JVM does that once
 * @param allocatedBytes memory that the run asked for
 * @param peakBytes most heap that was in use at a time, garbage included
 * @param fingerprint of its trace
 */
public record Measured(
        long entries,
        long kernelEvents,
        long virtualNanos,
        long wallNanos,
        long cpuNanos,
        long allocatedBytes,
        long peakBytes,
        String fingerprint) {}
