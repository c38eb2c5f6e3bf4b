package io.kvdrill.scenarios.format.source;

import java.util.List;

/**
 * Tells problems as text: position and message, the line with a caret under the offending part, and what to write
 * instead.
 *
 * <pre>
 * drill.yaml:7:5: unknown field 'prefil' of a peer
 *   7 |     prefil: 29000 tok/s
 *     |     ^^^^^^
 *     did you mean 'prefill'?
 * </pre>
 */
public final class ProblemPrinter {
    private static final int MOST_SHOWN = 20;
    private static final int WIDEST_EXCERPT = 100;
    private static final String CUT = "...";

    private ProblemPrinter() {}

    /** All problems, each ending in a line end; beyond twenty only their number. */
    public static String print(List<Problem> problems) {
        StringBuilder out = new StringBuilder();
        problems.stream().limit(MOST_SHOWN).forEach(problem -> print(problem, out));
        if (problems.size() > MOST_SHOWN) {
            out.append("... and ").append(problems.size() - MOST_SHOWN).append(" more\n");
        }
        return out.toString();
    }

    private static void print(Problem problem, StringBuilder out) {
        Span span = problem.span();
        out.append(visible(span.position()))
                .append(": ")
                .append(visible(problem.message()))
                .append('\n');
        String indent;
        if (span.hasLine()) {
            String number = Integer.toString(span.line());
            indent = " ".repeat(number.length() + 3);
            excerpt(span, "  " + number + " | ", indent + "| ", out);
        } else {
            indent = "  ";
        }
        problem.help()
                .lines()
                .forEach(line -> out.append(indent).append(visible(line)).append('\n'));
    }

    /** The line and a row of carets; a long line is cut to the part around them. */
    private static void excerpt(Span span, String gutter, String emptyGutter, StringBuilder out) {
        int[] line = span.source().line(span.line()).codePoints().toArray();
        int start = Math.min(span.column() - 1, line.length);
        boolean fits = line.length <= WIDEST_EXCERPT || start <= WIDEST_EXCERPT * 3 / 4;
        int from = fits ? 0 : start - WIDEST_EXCERPT / 2;
        int to = Math.min(line.length, from + WIDEST_EXCERPT);
        String before = from > 0 ? CUT : "";
        String after = to < line.length ? CUT : "";
        String shown = before + visible(new String(line, from, to - from)) + after;
        out.append(gutter).append(shown).append('\n');
        int carets = Math.max(1, Math.min(span.length(), to - start));
        out.append(emptyGutter)
                .append(" ".repeat(before.length() + start - from))
                .append("^".repeat(carets))
                .append('\n');
    }

    /** The text with everything that would disturb a terminal replaced, one character for one. */
    private static String visible(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(isVisible(c) ? c : c == '\t' ? ' ' : '\uFFFD'));
        return out.toString();
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
