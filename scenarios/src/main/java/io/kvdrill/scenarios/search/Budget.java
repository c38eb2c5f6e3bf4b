package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import java.math.BigDecimal;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * When a search stops, whatever is left.
 *
 * @param runs after this many runs; {@link Long#MAX_VALUE} for no limit
 * @param nanos after this much wall-clock time; {@link Long#MAX_VALUE} for no limit
 */
public record Budget(long runs, long nanos) {
    /** No limit. */
    public static final Budget NONE = new Budget(Long.MAX_VALUE, Long.MAX_VALUE);

    private static final Pattern RUNS = Pattern.compile("\\s*([0-9.eE+]+)\\s*runs?\\s*");
    private static final Pattern MINUTES = Pattern.compile("\\s*([0-9.]+)\\s*m\\s*");
    private static final String HELP = "a time (90s, 10m, 2h) or a number of runs (5000runs, 1e6runs)";

    /**
     * Reads a time or a number of runs; a number alone would be neither.
     *
     * @throws InvalidInputException if it is none
     */
    public static Budget parse(String text) {
        Matcher runs = RUNS.matcher(text);
        try {
            if (runs.matches()) {
                long count = new BigDecimal(runs.group(1)).longValueExact();
                return positive(text, count, new Budget(count, Long.MAX_VALUE));
            }
            Matcher minutes = MINUTES.matcher(text);
            long nanos = Units.nanos(minutes.matches() ? minutes.group(1) + "min" : text);
            return positive(text, nanos, new Budget(Long.MAX_VALUE, nanos));
        } catch (UnitException | ArithmeticException | NumberFormatException e) {
            throw Refused.option("--budget " + text + " is neither a time nor a number of runs", HELP);
        }
    }

    private static Budget positive(String text, long amount, Budget budget) {
        if (amount <= 0) {
            throw Refused.option("--budget " + text + " leaves no time for a single run", HELP);
        }
        return budget;
    }
}
