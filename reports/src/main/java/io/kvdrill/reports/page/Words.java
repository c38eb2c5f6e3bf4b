package io.kvdrill.reports.page;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.FaultWords;
import io.kvdrill.reports.json.Names;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Entries, times and numbers as people read them. */
final class Words {
    private static final int ITEMS_SHOWN = 4;
    private static final int LONGEST = 120;
    private static final int RANGES_SHOWN = 8;
    private static final int HEX_SHOWN = 8;
    private static final String NANOS = "nanos";
    private static final Pattern LONG_HEX = Pattern.compile("\\b[0-9a-f]{20,}\\b");

    private static final Pattern TIME = Pattern.compile("(?<![\\w.-])(\\d+(?:\\.\\d+)?) ?(ns|us|ms|s)\\b(?![-'])");
    private static final List<String> UNITS = List.of("ns", "us", "ms", "s");
    private static final int MOST_DIGITS = 18;

    private final Names names;
    private final FaultWords faults;

    Words(Names names, FaultWords faults) {
        this.names = names;
        this.faults = faults;
    }

    /** What an entry says of a fault, without the punctuation of a scenario file; nothing where it says nothing of any. */
    String fault(StoredEntry entry) {
        String written = faults.of(entry).orElse("");
        return shown(abridged(written.replaceAll(": ?[{]", " ").replace("}", "").replaceAll("\\b(\\w+): ", "$1 ")));
    }

    /** What an entry says beside its kind, on one line. */
    String of(StoredEntry entry) {
        Optional<String> fault = faults.of(entry);
        if (fault.isPresent()) {
            return shown(fault.get());
        }
        return said(entry, RANGES_SHOWN);
    }

    /** The same with every slot that it names. */
    String inFull(StoredEntry entry) {
        return faults.of(entry).isPresent() ? of(entry) : said(entry, Integer.MAX_VALUE);
    }

    private String said(StoredEntry entry, int ranges) {
        List<String> parts = new ArrayList<>();
        for (StoredEntry.Field field : entry.fields()) {
            add(parts, field.name(), field.value(), ranges);
        }
        return String.join(", ", parts);
    }

    private void add(List<String> parts, String name, @Nullable Object value, int ranges) {
        if (value == null || value.equals("")) {
            return;
        }
        if (value instanceof Map<?, ?> map) {
            List<String> inner = new ArrayList<>();
            map.forEach((key, element) -> {
                if (key.equals("type")) {
                    inner.add(String.valueOf(element));
                } else {
                    add(inner, String.valueOf(key), element, ranges);
                }
            });
            parts.add(String.join(" ", inner));
        } else if (name.endsWith(NANOS) && value instanceof Long nanos) {
            parts.add((name.substring(0, name.length() - NANOS.length()).replace('_', ' ') + duration(nanos)).strip());
        } else if (value instanceof List<?> list
                && !list.isEmpty()
                && list.stream().allMatch(Long.class::isInstance)) {
            parts.add(plain(name) + " "
                    + Ranges.abridged(list.stream().map(Long.class::cast).toList(), ranges));
        } else if (value instanceof List<?> list) {
            parts.add(list.size() > ITEMS_SHOWN ? list.size() + " " + plain(name) : plain(name) + " " + listed(list));
        } else {
            parts.add(plain(name) + " " + shown(String.valueOf(value)));
        }
    }

    private String listed(List<?> list) {
        List<String> shown = new ArrayList<>();
        list.forEach(element -> shown.add(shown(String.valueOf(element))));
        return "[" + String.join(" ", shown) + "]";
    }

    /** A value: peers by name, keys abridged, anything else cut where it is long. */
    String shown(String value) {
        String named = names.within(value);
        if (named.length() > 2 * HEX_SHOWN && named.chars().allMatch(c -> Character.digit(c, 16) >= 0)) {
            return named.substring(0, HEX_SHOWN) + "..";
        }
        return named.length() <= LONGEST ? named : named.substring(0, LONGEST - 3) + "...";
    }

    /** A sentence in which keys are abridged, for they only get in the way, and times are written as all others here. */
    static String abridged(String text) {
        String brief = LONG_HEX.matcher(text).replaceAll(hex -> hex.group().substring(0, HEX_SHOWN) + "..");
        return TIME.matcher(brief).replaceAll(time -> time(time.group(1), time.group(2)));
    }

    /** A length of time as all others here, where that is as exact; else as it is, apart from its unit. */
    private static String time(String number, String unit) {
        int digits = UNITS.indexOf(unit) * 3;
        BigDecimal nanos = new BigDecimal(number).movePointRight(digits);
        if (nanos.precision() - nanos.scale() > MOST_DIGITS
                || nanos.stripTrailingZeros().scale() > 0) {
            return number + " " + unit;
        }
        String same = duration(nanos.longValueExact());
        String[] parts = same.split(" ", -1);
        boolean exact = new BigDecimal(parts[0])
                        .movePointRight(UNITS.indexOf(parts[1]) * 3)
                        .compareTo(nanos)
                == 0;
        return exact ? same : number + " " + unit;
    }

    /** A remark as a sentence of its own. */
    static String sentence(String remark) {
        String text = abridged(remark);
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1) + ".";
    }

    /** A kind or a field in words. */
    static String plain(String snakeCase) {
        return snakeCase.replace('_', ' ');
    }

    /** A moment of the world, exactly: {@code 881.28 s}. */
    static String clock(long nanos) {
        return BigDecimal.valueOf(nanos, 9).stripTrailingZeros().toPlainString() + " s";
    }

    /** A duration with three significant digits after its unit begins: {@code 30 s}, {@code 2.48 s}, {@code 120 us}. */
    static String duration(long nanos) {
        if (nanos < 0) {
            return "-" + duration(-nanos);
        }
        if (nanos < 1_000) {
            return nanos + " ns";
        }
        if (nanos < 1_000_000) {
            return scaled(nanos, 3) + " us";
        }
        return nanos < 1_000_000_000 ? scaled(nanos, 6) + " ms" : scaled(nanos, 9) + " s";
    }

    private static String scaled(long nanos, int digits) {
        return BigDecimal.valueOf(nanos, digits)
                .setScale(3, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
    }

    /** A number of things. */
    static String count(long number, String thing) {
        return number + " " + (number == 1 ? thing : thing + "s");
    }
}
