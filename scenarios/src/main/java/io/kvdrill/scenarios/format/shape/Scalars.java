package io.kvdrill.scenarios.format.shape;

import io.kvdrill.scenarios.format.shape.ScalarType.Json;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.sim.fault.EventCatalogue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;

/** The single values that scenario fields hold. */
public final class Scalars {
    private static final String NEVER = "never";
    private static final String NOT_ZERO = "(?=.*[1-9])";

    /** Nanoseconds, from 0. */
    public static final ScalarType<Long> DURATION = new ScalarType<>(
                    "duration", "a duration, such as 10s, 22ms or 200us", Json.TEXT, Units::nanos)
            .matching(Units.NANOS_PATTERN);

    /** Nanoseconds, more than 0. */
    public static final ScalarType<Long> LENGTH = new ScalarType<>(
                    "duration", "a duration above zero, such as 10s or 22ms", Json.TEXT, text -> {
                        long nanos = Units.nanos(text);
                        if (nanos == 0) {
                            throw new UnitException("must be more than zero", "such as 22ms");
                        }
                        return nanos;
                    })
            .matching(NOT_ZERO + Units.NANOS_PATTERN);

    /** Nanoseconds of either sign. */
    public static final ScalarType<Long> OFFSET = new ScalarType<>(
                    "signed duration",
                    "a duration that may be negative, such as -1ns or 5ms",
                    Json.TEXT,
                    Scalars::signed)
            .matching("[+-]?\\s*" + Units.NANOS_PATTERN);

    /** Nanoseconds; {@link Long#MAX_VALUE} is never. */
    public static final ScalarType<Long> DURATION_OR_NEVER = new ScalarType<>(
                    "duration or never",
                    "a duration such as 500ms, or never",
                    Json.TEXT,
                    text -> text.equals(NEVER) ? Long.valueOf(Long.MAX_VALUE) : Long.valueOf(Units.nanos(text)))
            .matching("(?:" + NEVER + "|" + Units.NANOS_PATTERN + ")");

    /** Bytes, more than 0. */
    public static final ScalarType<Long> SIZE = new ScalarType<>(
                    "bytes",
                    "a number of bytes, such as 2MiB",
                    Json.TEXT,
                    text -> atLeastOne(Units.bytes(text), "byte"))
            .matching(NOT_ZERO + Units.BYTES_PATTERN);

    /** Bytes per second, more than 0. */
    public static final ScalarType<Long> BANDWIDTH = new ScalarType<>(
                    "bandwidth",
                    "a bandwidth, such as 100Gbps or 12.5GB/s",
                    Json.TEXT,
                    text -> atLeastOne(Units.bytesPerSecond(text), "byte per second"))
            .matching(NOT_ZERO + Units.BANDWIDTH_PATTERN);

    /** Bytes per second; 0 is none. */
    public static final ScalarType<Long> BANDWIDTH_OR_NONE = new ScalarType<>(
                    "bandwidth or none",
                    "a bandwidth such as 100Gbps, or none",
                    Json.TEXT,
                    text -> text.equals("none") ? Long.valueOf(0) : Long.valueOf(Units.bytesPerSecond(text)))
            .matching("(?:none|" + Units.BANDWIDTH_PATTERN + ")");

    /** Tokens per second. */
    public static final ScalarType<Long> TOKEN_RATE = new ScalarType<>(
                    "token rate",
                    "a token rate, such as 29000 tok/s",
                    Json.TEXT,
                    text -> atLeastOne(Units.tokensPerSecond(text), "token per second"))
            .matching(NOT_ZERO + Units.TOKEN_RATE_PATTERN);

    /** Nanoseconds for each block. */
    public static final ScalarType<Long> PER_BLOCK = new ScalarType<>(
                    "time per block",
                    "a time per block, such as 1us/block",
                    Json.TEXT,
                    text -> Units.nanosPer("block", text))
            .matching("(?:0|" + Units.NANOS_PATTERN + "/block)");

    /** Slots times time. */
    public static final ScalarType<Long> SLOT_TIME = new ScalarType<>(
                    "slots times seconds", "slots times seconds, such as 9600 slot-s", Json.TEXT, Units::slotNanos)
            .matching(Units.SLOT_TIME_PATTERN);

    /** Parts per million, of either sign. */
    public static final ScalarType<Long> DRIFT = new ScalarType<>(
                    "drift", "a drift, such as 20ppm or -20ppm", Json.TEXT, Scalars::ppm)
            .matching("-?\\s*(?:0|" + Units.COUNT_PATTERN + "\\s*ppm)");

    /** True or false. */
    public static final ScalarType<Boolean> FLAG =
            new ScalarType<>("true or false", "true or false", Json.BOOLEAN, text -> {
                if (text.equals("true") || text.equals("false")) {
                    return text.equals("true");
                }
                throw new UnitException("'" + text + "' is neither true nor false", "");
            });

    /** Any text of one line or more. */
    public static final ScalarType<String> TEXT = new ScalarType<>("text", "a text", Json.TEXT, text -> {
        if (text.isBlank()) {
            throw new UnitException("is empty", "write a few words");
        }
        return text.strip();
    });

    /** The code of a law. */
    public static final ScalarType<String> LAW = law(new EventCatalogue().laws());

    /** The code of a law, or all of them. */
    public static final ScalarType<String> LAW_OR_ALL = law(lawsAndAll());

    private Scalars() {}

    private static List<String> lawsAndAll() {
        List<String> texts = new ArrayList<>(List.of("all"));
        texts.addAll(LAW.suggestions());
        return texts;
    }

    private static ScalarType<String> law(Collection<String> names) {
        return nameAmong(
                "law",
                names,
                text -> text.matches("I\\d+") ? "the laws are I1 to I15" : Nearest.suggestion(text, names));
    }

    /** One of these names, as text. */
    public static ScalarType<String> nameAmong(String noun, Collection<String> names) {
        return nameAmong(noun, names, text -> Nearest.suggestion(text, names));
    }

    private static ScalarType<String> nameAmong(String noun, Collection<String> names, UnaryOperator<String> help) {
        return new ScalarType<>("text", "a text", Json.TEXT, text -> {
                    String name = text.strip();
                    if (!names.contains(name)) {
                        throw new UnitException("there is no " + noun + " called '" + name + "'", help.apply(name));
                    }
                    return name;
                })
                .matching(String.join("|", names))
                .suggesting(names);
    }

    /** A whole number in a range. */
    public static ScalarType<Integer> count(String what, int least, int most) {
        String range = most == Integer.MAX_VALUE
                ? "at least " + Texts.count(least)
                : Texts.count(least) + " to " + Texts.count(most);
        return new ScalarType<>("whole number", what + ", a whole number, " + range, Json.INTEGER, text -> {
                    BigInteger value = Units.whole(text);
                    if (value.compareTo(BigInteger.valueOf(least)) < 0
                            || value.compareTo(BigInteger.valueOf(most)) > 0) {
                        throw new UnitException(what + " cannot be " + Texts.count(value), "it is " + range);
                    }
                    return value.intValue();
                })
                .atMost(most);
    }

    /** A whole number in a wide range. */
    public static ScalarType<Long> longCount(String what, long least) {
        return new ScalarType<>("whole number", what + ", a whole number, at least " + least, Json.INTEGER, text -> {
            BigInteger value = Units.whole(text);
            boolean tooLarge = value.bitLength() >= Long.SIZE;
            if (tooLarge || value.longValue() < least) {
                throw new UnitException(
                        what + " cannot be " + Texts.count(value),
                        "it is at least " + least + (tooLarge ? ", and at most " + Texts.count(Long.MAX_VALUE) : ""));
            }
            return value.longValue();
        });
    }

    private static long signed(String text) throws UnitException {
        String body = text.strip();
        if (body.startsWith("-")) {
            return -Units.nanos(body.substring(1));
        }
        return Units.nanos(body.startsWith("+") ? body.substring(1) : body);
    }

    private static long ppm(String text) throws UnitException {
        String body = text.strip();
        boolean negative = body.startsWith("-");
        String number = negative ? body.substring(1) : body;
        if (number.equals("0")) {
            return 0;
        }
        if (!number.endsWith("ppm")) {
            throw new UnitException("'" + text + "' has no unit", "parts per million, such as 20ppm");
        }
        long value = Units.count(number.substring(0, number.length() - 3).strip());
        return negative ? -value : value;
    }

    private static long atLeastOne(long value, String unit) throws UnitException {
        if (value == 0) {
            throw new UnitException("must be at least one " + unit, "");
        }
        return value;
    }
}
