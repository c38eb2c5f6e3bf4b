package io.kvdrill.reports.pair;

/**
 * Something that came otherwise in the other run.
 *
 * @param subject what
 * @param a how it came in the first run
 * @param b how it came in the second
 * @param nanosOfA when it shows in the first run; −1 where it does not
 * @param nanosOfB when it shows in the second run; −1 where it does not
 * @param sequenceOfA the entry at which it shows there; 0 for none
 * @param sequenceOfB the entry at which it shows there; 0 for none
 */
public record Difference(
        String subject, String a, String b, long nanosOfA, long nanosOfB, long sequenceOfA, long sequenceOfB) {}
