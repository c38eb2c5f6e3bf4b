package io.kvdrill.scenarios.format.unit;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A number and its unit, split but not yet understood. Exact: nothing goes through floating point. */
record Quantity(BigDecimal number, String unit) {
    /** At most 20 digits on each side, so that no input makes arithmetic expensive. */
    private static final Pattern PART =
            Pattern.compile("(\\d[\\d_]{0,19}(?:\\.\\d{1,20})?|\\.\\d{1,20})\\s*([^\\d\\s.,+-][^\\d.,+-]*)?");

    private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

    /**
     * The parts of a text such as {@code 1m30s}.
     *
     * @param what the kind of quantity with its article, for messages
     * @param example how one is written
     */
    static List<Quantity> parts(String text, String what, String example) throws UnitException {
        String rest = text.strip();
        if (rest.startsWith("-")) {
            throw new UnitException(quoted(text) + " is negative", "expected " + what + ", such as " + example);
        }
        List<Quantity> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(rest);
        int end = 0;
        while (end < rest.length() && matcher.find(end) && matcher.start() == end) {
            String unit = matcher.group(2) == null ? "" : matcher.group(2).strip();
            parts.add(new Quantity(new BigDecimal(matcher.group(1).replace("_", "")), unit));
            end = matcher.end();
        }
        if (parts.isEmpty() || end != rest.length()) {
            throw new UnitException(quoted(text) + " is not " + what, "such as " + example);
        }
        return parts;
    }

    /** The only part of a text. */
    static Quantity only(String text, String what, String example) throws UnitException {
        List<Quantity> parts = parts(text, what, example);
        if (parts.size() != 1) {
            throw new UnitException(quoted(text) + " is not " + what, "such as " + example);
        }
        return parts.get(0);
    }

    /** The number times {@code factor} as a whole number of {@code smallest}. */
    long times(BigDecimal factor, String smallest) throws UnitException {
        return whole(number.multiply(factor), smallest);
    }

    static long whole(BigDecimal value, String smallest) throws UnitException {
        BigInteger whole;
        try {
            whole = value.toBigIntegerExact();
        } catch (ArithmeticException e) {
            throw new UnitException(
                    value.stripTrailingZeros().toPlainString() + " is not a whole number of " + smallest, "");
        }
        if (whole.compareTo(MOST) > 0) {
            throw new UnitException("too large: more than 2^63-1 " + smallest, "");
        }
        return whole.longValue();
    }

    static String quoted(String text) {
        return "'" + (text.length() <= 60 ? text : text.substring(0, 57) + "...") + "'";
    }
}
