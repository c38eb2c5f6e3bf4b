package io.kvdrill.scenarios.compare;

import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value that changes from point to point: {@code PATH=VALUE,VALUE,...}. Commas within brackets and quotes part nothing.
 *
 * @param path of the scenario or profile, or {@link #CASE}
 * @param values at least two, each once
 */
public record Axis(String path, List<String> values) {
    /** The path of an axis whose values are cases of the scenario. */
    public static final String CASE = "case";

    private static final String OPTION = "--axis ";
    private static final Pattern NUMBER = Pattern.compile("\\s*([0-9]+(?:[.][0-9]+)?)\\s*([^0-9.\\s]\\S*)?\\s*");
    private static final double NANOS_PER_SECOND = 1e9;

    /** Keeps an immutable copy. */
    public Axis {
        values = List.copyOf(values);
    }

    /**
     * Reads one.
     *
     * @throws InvalidInputException if it is none, has one value only, or one twice
     */
    public static Axis parse(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0) {
            throw refuse(
                    OPTION + text + ": expected PATH=VALUE,VALUE", "such as --axis profile.load_timeout_pd=5s,10s,30s");
        }
        List<String> values = parted(text.substring(equals + 1));
        if (values.stream().anyMatch(String::isEmpty)) {
            throw refuse(OPTION + text + ": a value is empty", "write at least two values, parted by commas");
        }
        if (values.size() < 2) {
            throw refuse(OPTION + text + ": one value makes no curve", "write at least two, or use --set");
        }
        if (new LinkedHashSet<>(values).size() < values.size()) {
            throw refuse(OPTION + text + ": a value is there twice", "leave one of them out");
        }
        return new Axis(text.substring(0, equals).strip(), values);
    }

    private static List<String> parted(String text) {
        List<String> parts = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        int depth = 0;
        char quote = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quote == 0 && depth == 0 && c == ',') {
                parts.add(part.toString().strip());
                part.setLength(0);
                continue;
            }
            if (quote != 0) {
                quote = c == quote ? 0 : quote;
            } else if (c == '\'' || c == '"') {
                quote = c;
            } else if (c == '[' || c == '{') {
                depth++;
            } else if (c == ']' || c == '}') {
                depth--;
            }
            part.append(c);
        }
        parts.add(part.toString().strip());
        return parts;
    }

    /** As a report has it: with places on a scale where all values are numbers of one unit. */
    CurvesReport.Axis reported() {
        Optional<List<Double>> seconds = seconds();
        if (seconds.isPresent()) {
            return new CurvesReport.Axis(path, values, seconds.get(), "s");
        }
        List<Double> numbers = new ArrayList<>();
        LinkedHashSet<String> units = new LinkedHashSet<>();
        for (String value : values) {
            Matcher matcher = NUMBER.matcher(value);
            if (!matcher.matches()) {
                return new CurvesReport.Axis(path, values, List.of(), "");
            }
            numbers.add(Double.valueOf(matcher.group(1)));
            units.add(matcher.group(2) == null ? "" : matcher.group(2));
        }
        return units.size() == 1
                ? new CurvesReport.Axis(path, values, numbers, units.iterator().next())
                : new CurvesReport.Axis(path, values, List.of(), "");
    }

    private Optional<List<Double>> seconds() {
        List<Double> numbers = new ArrayList<>();
        try {
            for (String value : values) {
                numbers.add(Units.nanos(value) / NANOS_PER_SECOND);
            }
        } catch (UnitException e) {
            return Optional.empty(); // no lengths of time
        }
        return Optional.of(numbers);
    }

    static InvalidInputException refuse(String message, String help) {
        return new InvalidInputException(Source.of("kvdrill", "").whole(), message, help);
    }
}
