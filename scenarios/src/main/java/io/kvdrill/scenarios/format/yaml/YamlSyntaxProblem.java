package io.kvdrill.scenarios.format.yaml;

import io.kvdrill.scenarios.format.source.InvalidInputException;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.source.Span;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Puts what the YAML library complains about into words that say what to do. */
final class YamlSyntaxProblem {
    private YamlSyntaxProblem() {}

    static InvalidInputException of(Source source, YamlEngineException error) {
        if (error instanceof MarkedYamlEngineException marked) {
            return marked(source, marked);
        }
        if (error instanceof ReaderException reader) {
            return new InvalidInputException(
                    source.whole(),
                    String.format("character U+%04X is not allowed in YAML", reader.getCodePoint()),
                    "the file must be plain text in UTF-8");
        }
        return new InvalidInputException(source.whole(), "not YAML: " + firstLine(error.getMessage()), "");
    }

    private static InvalidInputException marked(Source source, MarkedYamlEngineException error) {
        Optional<Mark> mark = error.getProblemMark().or(error::getContextMark);
        Span span = mark.map(m -> new Span(source, m.getLine() + 1, m.getColumn() + 1, 1))
                .orElse(source.whole());
        if (mark.isPresent() && hasTab(source, span)) {
            return new InvalidInputException(span, "a tab is used to indent", "YAML indents with spaces only");
        }
        String context = error.getContext();
        String problem = error.getProblem();
        String message = "not YAML: " + (problem == null ? firstLine(error.getMessage()) : firstLine(problem));
        String where = error.getContextMark()
                .filter(m -> context != null && m.getLine() + 1 != span.line())
                .map(m -> context + " that starts in line " + (m.getLine() + 1))
                .orElse("");
        if (message.endsWith("but got [")) {
            return new InvalidInputException(
                    span, message, "within {...}, a path with a position is quoted: \"requests[0].tokens\"");
        }
        return new InvalidInputException(span, message, where);
    }

    /** A tab among the blanks before the place, or at it. */
    private static boolean hasTab(Source source, Span span) {
        String line = source.line(span.line());
        int end = Math.min(line.length(), span.column());
        String blanks = line.substring(0, end);
        return blanks.indexOf('\t') >= 0 && blanks.isBlank();
    }

    private static String firstLine(@Nullable String text) {
        return String.valueOf(text).lines().findFirst().orElse("");
    }
}
