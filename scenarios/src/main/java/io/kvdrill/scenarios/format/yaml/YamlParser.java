package io.kvdrill.scenarios.format.yaml;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.source.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.parser.Parser;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/**
 * Reads one YAML document into located values. Works on the parser's events, so that nothing is built beyond the limits
 * of {@link YamlLimits}, whatever the text says; tags are refused, and an alias costs what it stands for.
 */
public final class YamlParser {
    private final Source source;
    private final Problems problems;
    private final Parser events;
    private final Map<String, YamlValue> anchors = new HashMap<>();
    private long values;

    private YamlParser(Source source, Problems problems) {
        this.source = source;
        this.problems = problems;
        LoadSettings settings = LoadSettings.builder()
                .setLabel(source.name())
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        this.events = new ParserImpl(settings, new StreamReader(settings, source.text()));
    }

    /**
     * The one document of a text.
     *
     * @param problems gets duplicate and unusable names; the rest of the document is still read
     * @throws InvalidInputException if the text is no YAML, is empty, holds a second document or exceeds a limit
     */
    public static YamlValue parse(Source source, Problems problems) {
        try {
            return new YamlParser(source, problems).document();
        } catch (YamlEngineException e) {
            throw YamlSyntaxProblem.of(source, e);
        }
    }

    private YamlValue document() {
        events.next(); // the stream's start
        if (!events.checkEvent(Event.ID.DocumentStart)) {
            throw refuse(source.whole(), "nothing in it but blanks and comments", "");
        }
        events.next();
        YamlValue value = value(1);
        events.next(); // the document's end
        if (events.checkEvent(Event.ID.DocumentStart)) {
            DocumentStartEvent second = (DocumentStartEvent) events.next();
            throw refuse(
                    span(second.getStartMark(), second.getEndMark()),
                    "a second document in one file",
                    "put each in a file of its own, or use 'cases:' for variants");
        }
        return value;
    }

    private YamlValue value(int depth) {
        Event event = events.next();
        Span span = span(event.getStartMark(), event.getEndMark());
        if (depth > YamlLimits.DEEPEST) {
            throw refuse(span, "nested deeper than " + YamlLimits.DEEPEST + " levels", "");
        }
        if (event instanceof AliasEvent alias) {
            return alias(alias, span);
        }
        if (event instanceof ScalarEvent scalar) {
            refuseTag(scalar.getTag(), span);
            count(1, span);
            return anchored(scalar, new YamlValue.Scalar(span, scalar.getValue(), scalar.isPlain()));
        }
        if (event instanceof SequenceStartEvent start) {
            refuseTag(start.getTag(), span);
            count(1, span);
            return anchored(start, sequence(span, depth));
        }
        if (event instanceof MappingStartEvent start) {
            refuseTag(start.getTag(), span);
            count(1, span);
            return anchored(start, mapping(span, depth));
        }
        throw new IllegalStateException("no value starts with " + event.getEventId());
    }

    private YamlValue sequence(Span span, int depth) {
        List<YamlValue> items = new ArrayList<>();
        while (!events.checkEvent(Event.ID.SequenceEnd)) {
            items.add(value(depth + 1));
        }
        events.next();
        return YamlValue.Sequence.of(span, items);
    }

    private YamlValue mapping(Span span, int depth) {
        Map<String, YamlValue.Entry> entries = new LinkedHashMap<>();
        while (!events.checkEvent(Event.ID.MappingEnd)) {
            YamlValue name = value(depth + 1);
            YamlValue value = value(depth + 1);
            if (name instanceof YamlValue.Scalar scalar) {
                add(entries, new YamlValue.Entry(scalar.text(), withoutQuotes(scalar), value));
            } else {
                problems.add(name.span(), "the name of a field is " + name.kind(), "names are plain words");
            }
        }
        events.next();
        return YamlValue.Mapping.of(span, List.copyOf(entries.values()));
    }

    private void add(Map<String, YamlValue.Entry> entries, YamlValue.Entry entry) {
        if (entry.name().equals("<<")) {
            problems.add(
                    entry.nameSpan(),
                    "merge keys ('<<') are not part of YAML 1.2",
                    "repeat the fields, or use an alias for the whole value");
            return;
        }
        YamlValue.Entry earlier = entries.putIfAbsent(entry.name(), entry);
        if (earlier != null) {
            problems.add(
                    entry.nameSpan(),
                    "'" + entry.name() + "' is given twice",
                    "first given in line " + earlier.nameSpan().line());
        }
    }

    /** The place of a name itself, so that a part of it can be pointed at. */
    private static Span withoutQuotes(YamlValue.Scalar name) {
        Span span = name.span();
        return name.plain() || span.length() < 3
                ? span
                : new Span(span.source(), span.line(), span.column() + 1, span.length() - 2);
    }

    private YamlValue alias(AliasEvent alias, Span span) {
        YamlValue target = anchors.get(alias.getAlias().getValue());
        if (target == null) {
            throw refuse(
                    span,
                    "alias '*" + alias.getAlias().getValue() + "' stands before or inside its anchor, or has none",
                    "an anchor '&" + alias.getAlias().getValue() + "' must come first");
        }
        count(target.size(), span);
        return target;
    }

    private YamlValue anchored(NodeEvent event, YamlValue value) {
        event.getAnchor().ifPresent(anchor -> anchors.put(anchor.getValue(), value));
        return value;
    }

    private void refuseTag(Optional<String> tag, Span span) {
        if (tag.isPresent() && !tag.get().equals("!")) {
            throw refuse(span, "the tag " + shortTag(tag.get()) + ": tags are not accepted", "leave it out");
        }
    }

    private static String shortTag(String tag) {
        return tag.startsWith("tag:yaml.org,2002:") ? "!!" + tag.substring("tag:yaml.org,2002:".length()) : tag;
    }

    private void count(long more, Span span) {
        values += more;
        if (values > YamlLimits.MOST_VALUES) {
            throw refuse(
                    span,
                    "more than " + YamlLimits.MOST_VALUES + " values, aliases counted as what they stand for",
                    "");
        }
    }

    private Span span(Optional<Mark> start, Optional<Mark> end) {
        Mark from = start.orElseThrow();
        int length = 1;
        if (end.isPresent() && end.get().getLine() == from.getLine()) {
            length = Math.max(1, end.get().getColumn() - from.getColumn());
        }
        return new Span(source, from.getLine() + 1, from.getColumn() + 1, length);
    }

    private static InvalidInputException refuse(Span span, String message, String help) {
        return new InvalidInputException(span, message, help);
    }
}
