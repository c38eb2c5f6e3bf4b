package io.kvdrill.scenarios.format.yaml;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.yaml.YamlValue.Entry;
import io.kvdrill.scenarios.format.yaml.YamlValue.Mapping;
import io.kvdrill.scenarios.format.yaml.YamlValue.Scalar;
import io.kvdrill.scenarios.format.yaml.YamlValue.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A way through a document: {@code peers.decode.step}, {@code requests[0].tokens}, {@code requests.r1.tokens} (by the
 * item's {@code id} or {@code name}), {@code expect+} (one more item, or several). Setting a value makes the mappings on
 * the way that do not exist yet.
 */
public final class ValuePath {
    private static final Pattern STEP = Pattern.compile("([^.\\[\\]+]+)|\\[(\\d{1,6})]");
    private static final List<String> ITEM_NAMES = List.of("id", "name");
    private static final List<String> NAMED_ENTRIES = List.of("peers");

    /** A name, or a position where {@code position} is not negative. */
    private record Step(String name, int position, Span span) {
        boolean isPosition() {
            return position >= 0;
        }
    }

    private final List<Step> steps;
    private final boolean append;

    private ValuePath(List<Step> steps, boolean append) {
        this.steps = steps;
        this.append = append;
    }

    /**
     * Reads a path.
     *
     * @param span where it is written, from its first character on
     * @throws InvalidInputException if it is none
     */
    public static ValuePath parse(String text, Span span) {
        boolean append = text.endsWith("+");
        String body = append ? text.substring(0, text.length() - 1) : text;
        List<Step> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(body);
        int end = 0;
        while (end < body.length() && matcher.find(end)) {
            boolean dot = end > 0 && body.charAt(end) == '.' && matcher.start() == end + 1 && matcher.group(1) != null;
            boolean joined = matcher.start() == end && (end == 0 || matcher.group(2) != null);
            if (!dot && !joined) {
                break;
            }
            Span place = new Span(
                    span.source(), span.line(), span.column() + matcher.start(), matcher.end() - matcher.start());
            steps.add(
                    matcher.group(1) != null
                            ? new Step(matcher.group(1), -1, place)
                            : new Step("", Integer.parseInt(matcher.group(2)), place));
            end = matcher.end();
        }
        if (steps.isEmpty() || end != body.length()) {
            throw new InvalidInputException(
                    span, "'" + text + "' is no path", "such as peers.decode.step or requests[0].tokens");
        }
        return new ValuePath(steps, append);
    }

    /** The first name on the way. */
    public String first() {
        return steps.get(0).name();
    }

    /** The path as it is written, but for quotes. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Step step : steps) {
            if (step.isPosition()) {
                text.append('[').append(step.position()).append(']');
            } else {
                text.append(text.isEmpty() ? "" : ".").append(step.name());
            }
        }
        return append ? text.append('+').toString() : text.toString();
    }

    /** The names after the first one, joined by points; empty if there is none. */
    public String rest() {
        return String.join(".", steps.stream().skip(1).map(Step::name).toList());
    }

    /** Where the second step is written, or the first if it is the only one. */
    public Span restSpan() {
        return steps.get(Math.min(1, steps.size() - 1)).span();
    }

    /**
     * The document with a value set.
     *
     * @throws InvalidInputException if the path does not fit the document
     */
    public Mapping set(Mapping document, YamlValue value) {
        return (Mapping) set(document, 0, value);
    }

    private YamlValue set(YamlValue at, int depth, YamlValue value) {
        if (depth == steps.size()) {
            return append ? appended(at, value) : value;
        }
        Step step = steps.get(depth);
        if (at instanceof Sequence sequence) {
            int index = step.isPosition() ? step.position() : positionOf(step, sequence);
            if (index >= sequence.items().size()) {
                throw new InvalidInputException(
                        step.span(),
                        "there is no item [" + index + "] here, only "
                                + sequence.items().size(),
                        "items are counted from [0]");
            }
            List<YamlValue> items = new ArrayList<>(sequence.items());
            items.set(index, set(items.get(index), depth + 1, value));
            return Sequence.of(sequence.span(), items);
        }
        if (step.isPosition()) {
            throw new InvalidInputException(
                    step.span(), "[" + step.position() + "] stands for an item of a list; this is " + at.kind(), "");
        }
        Mapping mapping = asMapping(at, step);
        Optional<Entry> entry = mapping.entry(step.name());
        if (entry.isEmpty() && namesWhatMustExist(depth)) {
            List<String> known = mapping.entries().stream().map(Entry::name).toList();
            throw new InvalidInputException(
                    step.span(),
                    "there is no '" + step.name() + "' among the " + first(),
                    Nearest.suggestion(step.name(), known));
        }
        YamlValue inner = entry.map(Entry::value).orElse(new Scalar(step.span(), "", true));
        Span nameSpan = entry.map(Entry::nameSpan).orElse(step.span());
        return mapping.with(new Entry(step.name(), nameSpan, set(inner, depth + 1, value)));
    }

    /** A field of a peer that does not exist is a slip of the pen; a whole new peer is not. */
    private boolean namesWhatMustExist(int depth) {
        return depth == 1 && steps.size() > 2 && NAMED_ENTRIES.contains(first());
    }

    /** The existing items, then the new ones. */
    private static Sequence appended(YamlValue at, YamlValue value) {
        List<YamlValue> items = new ArrayList<>();
        if (at instanceof Sequence sequence) {
            items.addAll(sequence.items());
        } else if (!(at instanceof Scalar scalar && scalar.isNull())) {
            items.add(at);
        }
        if (value instanceof Sequence more) {
            items.addAll(more.items());
        } else {
            items.add(value);
        }
        return Sequence.of(value.span(), items);
    }

    private static Mapping asMapping(YamlValue at, Step step) {
        if (at instanceof Mapping mapping) {
            return mapping;
        }
        if (at instanceof Scalar scalar && scalar.isNull()) {
            return Mapping.of(step.span(), List.of());
        }
        throw new InvalidInputException(
                step.span(), "there is no '" + step.name() + "' in " + at.kind(), "the path goes one step too far");
    }

    private static int positionOf(Step step, Sequence sequence) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < sequence.items().size(); i++) {
            String name = nameOf(sequence.items().get(i));
            if (name.equals(step.name())) {
                return i;
            }
            if (!name.isEmpty()) {
                names.add(name);
            }
        }
        throw new InvalidInputException(
                step.span(),
                "no item of this list is called '" + step.name() + "'",
                names.isEmpty()
                        ? "its items have no names: use a position, such as [0]"
                        : Nearest.suggestion(step.name(), names));
    }

    private static String nameOf(YamlValue item) {
        if (item instanceof Mapping mapping) {
            for (String field : ITEM_NAMES) {
                Optional<YamlValue> name = mapping.get(field);
                if (name.isPresent() && name.get() instanceof Scalar scalar) {
                    return scalar.text();
                }
            }
        }
        return "";
    }
}
