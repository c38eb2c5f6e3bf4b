package io.kvdrill.scenarios.format.unit;

import static io.kvdrill.scenarios.format.unit.Quantity.quoted;

import io.kvdrill.scenarios.format.source.Nearest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Reads quantities. A number never stands without its unit, except for zero and for counts. */
public final class Units {
    private static final Map<String, BigDecimal> NANOS = table(
            "ns", "1", "us", "1e3", "µs", "1e3", "μs", "1e3", "ms", "1e6", "s", "1e9", "min", "6e10", "m", "6e10", "h",
            "3.6e12");
    private static final Map<String, BigDecimal> BYTES = table(
            "B",
            "1",
            "kB",
            "1e3",
            "KB",
            "1e3",
            "MB",
            "1e6",
            "GB",
            "1e9",
            "TB",
            "1e12",
            "KiB",
            "1024",
            "MiB",
            "1048576",
            "GiB",
            "1073741824",
            "TiB",
            "1099511627776");
    private static final Map<String, BigDecimal> BITS_PER_SECOND = table(
            "bps", "1", "kbps", "1e3", "Kbps", "1e3", "Mbps", "1e6", "Gbps", "1e9", "Tbps", "1e12", "Mbit/s", "1e6",
            "Gbit/s", "1e9", "Mb/s", "1e6", "Gb/s", "1e9");
    private static final BigDecimal EIGHT = BigDecimal.valueOf(8);
    private static final List<String> COMMON_TIMES = List.of("ns", "us", "ms", "s", "min", "h");
    private static final List<String> COMMON_SIZES = List.of("B", "KiB", "MiB", "GiB", "KB", "MB", "GB");

    private static final String NUMBER = "(?:[0-9][0-9_]{0,19}(?:\\.[0-9]{1,20})?|\\.[0-9]{1,20})";

    /** What every length of time matches, for editors. */
    public static final String NANOS_PATTERN = "(?:0|(?:" + NUMBER + "\\s*" + anyOf(NANOS.keySet()) + "\\s*)+)";

    /** What every number of bytes matches. */
    public static final String BYTES_PATTERN = "(?:[0.]+|" + NUMBER + "\\s*" + anyOf(BYTES.keySet()) + ")";

    /** What every bandwidth matches. */
    public static final String BANDWIDTH_PATTERN =
            NUMBER + "\\s*(?:" + anyOf(BITS_PER_SECOND.keySet()) + "|" + anyOf(BYTES.keySet()) + "/s)";

    /** What every token rate matches. */
    public static final String TOKEN_RATE_PATTERN = NUMBER + "\\s*(?:k *tok|tok|tokens|token) */ *s";

    /** What every number of slots times time matches. */
    public static final String SLOT_TIME_PATTERN = NUMBER + "\\s*slot-s";

    /** What every whole number matches. */
    public static final String COUNT_PATTERN = "[0-9][0-9_]{0,19}(?:\\.0{1,20})?";

    private Units() {}

    /** A length of time in nanoseconds: {@code 10s}, {@code 200us}, {@code 1.5s}, {@code 1m30s}; {@code 0} is none. */
    public static long nanos(String text) throws UnitException {
        BigDecimal sum = BigDecimal.ZERO;
        for (Quantity part : Quantity.parts(text, "a duration", "10s, 22ms or 200us")) {
            if (part.unit().isEmpty()) {
                if (part.number().signum() == 0 && text.strip().equals("0")) {
                    return 0;
                }
                throw new UnitException(
                        quoted(text) + " has no unit",
                        "write " + text.strip() + "s for seconds, " + text.strip() + "ms for milliseconds");
            }
            sum = sum.add(part.number().multiply(factor(NANOS, part.unit(), "time", COMMON_TIMES)));
        }
        return Quantity.whole(sum, "nanoseconds");
    }

    /** A number of bytes: {@code 2MiB} (powers of 1,024), {@code 2MB} (powers of 1,000), {@code 512B}. */
    public static long bytes(String text) throws UnitException {
        Quantity quantity = Quantity.only(text, "a number of bytes", "2MiB, 64KiB or 512B");
        if (quantity.unit().isEmpty()) {
            if (quantity.number().signum() == 0) {
                return 0;
            }
            throw new UnitException(
                    quoted(text) + " has no unit", "write " + text.strip() + "B for bytes, or use KiB, MiB, GiB");
        }
        return quantity.times(factor(BYTES, quantity.unit(), "bytes", COMMON_SIZES), "bytes");
    }

    /** A bandwidth in bytes per second: {@code 100Gbps} (bits) or {@code 12.5GB/s} (bytes). */
    public static long bytesPerSecond(String text) throws UnitException {
        Quantity quantity = Quantity.only(text, "a bandwidth", "100Gbps or 12.5GB/s");
        String unit = quantity.unit();
        BigDecimal bits = BITS_PER_SECOND.get(unit);
        if (bits != null) {
            return quantity.times(bits.divide(EIGHT), "bytes per second");
        }
        if (unit.endsWith("/s") && BYTES.containsKey(unit.substring(0, unit.length() - 2))) {
            return quantity.times(
                    factor(BYTES, unit.substring(0, unit.length() - 2), "bytes", COMMON_SIZES), "bytes per second");
        }
        String shown = unit.isEmpty() ? quoted(text) + " has no unit" : "'" + unit + "' is no unit of bandwidth";
        throw new UnitException(shown, "bits: Mbps, Gbps; bytes: MB/s, GB/s, MiB/s, GiB/s");
    }

    /** Tokens per second, as {@code 29000 tok/s} or {@code 29k tok/s}. */
    public static long tokensPerSecond(String text) throws UnitException {
        Quantity quantity = Quantity.only(text, "a token rate", "29000 tok/s");
        return switch (quantity.unit().replace(" ", "")) {
            case "tok/s", "tokens/s", "token/s" -> quantity.times(BigDecimal.ONE, "tokens per second");
            case "ktok/s" -> quantity.times(BigDecimal.valueOf(1000), "tokens per second");
            default ->
                throw new UnitException(
                        quantity.unit().isEmpty()
                                ? quoted(text) + " has no unit"
                                : "'" + quantity.unit() + "' is no token rate",
                        "write it like 29000 tok/s");
        };
    }

    /** Nanoseconds per {@code thing}: {@code 1us/block}. */
    public static long nanosPer(String thing, String text) throws UnitException {
        String suffix = "/" + thing;
        String body = text.strip();
        if (!body.endsWith(suffix)) {
            if (body.equals("0")) {
                return 0;
            }
            throw new UnitException(quoted(text) + " is not a time per " + thing, "write it like 1us" + suffix);
        }
        return nanos(body.substring(0, body.length() - suffix.length()));
    }

    /** Slots times time, in slot-nanoseconds: {@code 9600 slot-s}. */
    public static long slotNanos(String text) throws UnitException {
        Quantity quantity = Quantity.only(text.replace("slot-s", "slot_s"), "slots times seconds", "9600 slot-s");
        if (!quantity.unit().equals("slot_s")) {
            throw new UnitException(quoted(text) + " is not slots times seconds", "write it like 9600 slot-s");
        }
        return quantity.times(new BigDecimal("1e9"), "slot-nanoseconds");
    }

    /** A whole number without a unit; {@code _} may group its digits. */
    public static long count(String text) throws UnitException {
        return Quantity.whole(new BigDecimal(whole(text)), "things");
    }

    /** A whole number of any size without a unit; {@code _} may group its digits. */
    public static BigInteger whole(String text) throws UnitException {
        Quantity quantity = Quantity.only(text, "a whole number", "128");
        boolean whole = quantity.number().stripTrailingZeros().scale() <= 0;
        if (!quantity.unit().isEmpty() || !whole) {
            throw new UnitException(quoted(text) + " is not a whole number", "such as 128");
        }
        return quantity.number().toBigIntegerExact();
    }

    /** A factor or share: {@code 0.25}, {@code 25%} or a plain number. */
    public static double factor(String text) throws UnitException {
        Quantity quantity = Quantity.only(text, "a number", "0.25 or 25%");
        return switch (quantity.unit()) {
            case "" -> quantity.number().doubleValue();
            case "%" -> quantity.number().movePointLeft(2).doubleValue();
            default -> throw new UnitException("'" + quantity.unit() + "' does not belong to a number", "such as 25%");
        };
    }

    private static BigDecimal factor(Map<String, BigDecimal> units, String unit, String what, List<String> common)
            throws UnitException {
        BigDecimal factor = units.get(unit);
        if (factor != null) {
            return factor;
        }
        List<String> sameLetters = units.keySet().stream()
                .filter(u -> u.toLowerCase(Locale.ROOT).equals(unit.toLowerCase(Locale.ROOT)))
                .toList();
        List<String> longer = units.keySet().stream()
                .filter(u -> unit.length() == 1 && u.length() > 1 && u.charAt(0) == unit.charAt(0))
                .toList();
        List<String> meant = new ArrayList<>(sameLetters.isEmpty() ? longer : sameLetters);
        throw new UnitException(
                "'" + unit + "' is no unit of " + what,
                meant.isEmpty() ? Nearest.oneOf(common) : "did you mean '" + String.join("' or '", meant) + "'?");
    }

    private static String anyOf(Collection<String> units) {
        return "(?:" + String.join("|", units) + ")";
    }

    private static Map<String, BigDecimal> table(String... unitsAndFactors) {
        Map<String, BigDecimal> units = new LinkedHashMap<>();
        for (int i = 0; i < unitsAndFactors.length; i += 2) {
            units.put(unitsAndFactors[i], new BigDecimal(unitsAndFactors[i + 1]));
        }
        return Collections.unmodifiableMap(units);
    }
}
