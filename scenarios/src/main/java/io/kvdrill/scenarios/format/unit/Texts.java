package io.kvdrill.scenarios.format.unit;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/** Writes quantities the way {@link Units} reads them, in the unit that gives the shortest text. */
public final class Texts {
    private Texts() {}

    /** A length of time, exactly: {@code 59.9s}, {@code 22ms}. */
    public static String duration(long nanos) {
        if (nanos == 0) {
            return "0s";
        }
        long size = Math.abs(nanos);
        if (size >= 1_000_000_000) {
            return decimal(nanos, 9) + "s";
        }
        if (size >= 1_000_000) {
            return decimal(nanos, 6) + "ms";
        }
        return size >= 1_000 ? decimal(nanos, 3) + "us" : nanos + "ns";
    }

    /** A point in virtual time for people: seconds with as many digits as it has, at least one. */
    public static String seconds(long nanos) {
        BigDecimal seconds = BigDecimal.valueOf(nanos, 9).stripTrailingZeros();
        return seconds.setScale(Math.max(1, seconds.scale())).toPlainString() + " s";
    }

    /** About how long, for people: {@code 11.472 s}, {@code 0.552 ms}. */
    public static String about(long nanos) {
        boolean small = Math.abs(nanos) < 10_000_000;
        BigDecimal value = BigDecimal.valueOf(nanos, small ? 6 : 9).setScale(3, RoundingMode.HALF_UP);
        return value.toPlainString() + (small ? " ms" : " s");
    }

    /** A number of bytes: {@code 8MiB}; whole units only. */
    public static String bytes(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        long value = bytes;
        while (value != 0 && value % 1024 == 0 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return value + units[unit];
    }

    /** A bandwidth: {@code 100Gbps}, {@code 12.5GB/s}; the shortest text that says it exactly. */
    public static String bandwidth(long bytesPerSecond) {
        BigDecimal bits = BigDecimal.valueOf(bytesPerSecond).multiply(BigDecimal.valueOf(8));
        BigDecimal bytes = BigDecimal.valueOf(bytesPerSecond);
        return Stream.of(
                        plain(bits.movePointLeft(9)) + "Gbps",
                        plain(bits.movePointLeft(6)) + "Mbps",
                        plain(bytes.movePointLeft(9)) + "GB/s",
                        plain(bytes.movePointLeft(6)) + "MB/s",
                        bytes(bytesPerSecond) + "/s")
                .min(Comparator.comparingInt(String::length))
                .orElseThrow();
    }

    /** Slots times time: {@code 9600 slot-s}. */
    public static String slotTime(long slotNanos) {
        return decimal(slotNanos, 9) + " slot-s";
    }

    /** A count with its digits grouped. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A count of any size with its digits grouped. */
    public static String count(BigInteger count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A number of things: {@code 1 block}, {@code 2,048 blocks}. */
    public static String counted(long count, String thing) {
        return count(count) + " " + thing + (count == 1 ? "" : "s");
    }

    private static String decimal(long value, int scale) {
        return plain(BigDecimal.valueOf(value, scale));
    }

    private static String plain(BigDecimal value) {
        return value.stripTrailingZeros().toPlainString();
    }
}
