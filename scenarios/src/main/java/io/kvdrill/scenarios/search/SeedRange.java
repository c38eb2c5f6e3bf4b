package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Seeds, both ends included.
 *
 * @param first from 0
 * @param last at least {@code first}
 */
public record SeedRange(long first, long last) {
    private static final Pattern RANGE = Pattern.compile("\\s*(-?\\d+)\\s*\\.\\.\\s*(-?\\d+)\\s*");
    private static final String HELP = "two whole numbers from 0, the smaller first, such as --seeds 1..1000";

    /**
     * Reads {@code A..B}.
     *
     * @throws InvalidInputException if it is none, empty or reversed
     */
    public static SeedRange parse(String text) {
        Matcher matcher = RANGE.matcher(text);
        if (!matcher.matches()) {
            throw Refused.option("--seeds " + text + " is no range of seeds", HELP);
        }
        long first;
        long last;
        try {
            first = Long.parseLong(matcher.group(1));
            last = Long.parseLong(matcher.group(2));
        } catch (NumberFormatException e) {
            throw Refused.option("--seeds " + text + " is out of range", "at most " + Long.MAX_VALUE);
        }
        if (first < 0 || last < 0) {
            throw Refused.option("--seeds " + text + " is out of range", HELP);
        }
        if (last < first) {
            throw Refused.option(
                    "--seeds " + text + " is reversed: no seed lies between", "write --seeds " + last + ".." + first);
        }
        return new SeedRange(first, last);
    }

    /** How many seeds; {@link Long#MAX_VALUE} where there are more. */
    public long size() {
        long size = last - first + 1;
        return size <= 0 ? Long.MAX_VALUE : size;
    }
}
