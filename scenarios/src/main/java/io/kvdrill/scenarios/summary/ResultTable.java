package io.kvdrill.scenarios.summary;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Cases as a table of at most 80 columns. */
public final class ResultTable {
    private static final int WIDTH = 80;
    private static final int NAME_WIDTH = 32;
    private static final String[] HEAD = {"scenario", "profile", "verdict", "seconds", "laws broken"};

    private final int name;
    private final int profile;
    private final UnaryOperator<String> good;
    private final UnaryOperator<String> bad;
    private final StringBuilder out = new StringBuilder();

    private ResultTable(List<CaseResult> cases, UnaryOperator<String> good, UnaryOperator<String> bad) {
        this.name = Math.min(
                NAME_WIDTH, width(cases.stream().map(CaseResult::scenario).toList(), HEAD[0]));
        this.profile = width(cases.stream().map(CaseResult::profile).toList(), HEAD[1]);
        this.good = good;
        this.bad = bad;
    }

    /**
     * The table, each line ending in a line end.
     *
     * @param good marks a verdict that is as it should be
     * @param bad marks one that is not
     */
    public static String of(List<CaseResult> cases, UnaryOperator<String> good, UnaryOperator<String> bad) {
        ResultTable table = new ResultTable(cases, good, bad);
        table.line(HEAD[0], HEAD[1], HEAD[2], HEAD[3], HEAD[4], UnaryOperator.identity());
        String before = "";
        for (CaseResult result : cases) {
            table.row(result, result.scenario().equals(before));
            before = result.scenario();
        }
        return table.out.toString();
    }

    private void row(CaseResult result, boolean sameScenario) {
        String shown = sameScenario ? "" : result.scenario();
        if (shown.length() > name) {
            out.append(shown).append('\n');
            shown = "";
        }
        line(
                shown,
                result.profile(),
                result.verdict(),
                result.seconds(1),
                String.join(", ", result.brokenLaws()),
                result.asStated() ? good : bad);
    }

    private void line(
            String scenario, String under, String verdict, String seconds, String laws, UnaryOperator<String> mark) {
        String left = String.format(Locale.ROOT, "%-" + name + "s  %-" + profile + "s  ", scenario, under);
        String right = String.format(Locale.ROOT, "%" + Math.max(1, 18 - verdict.length()) + "s", seconds);
        boolean fits = left.length() + verdict.length() + right.length() + 2 + laws.length() <= WIDTH;
        out.append(left).append(mark.apply(verdict)).append(right);
        if (!laws.isEmpty()) {
            out.append(fits ? "  " : "\n" + " ".repeat(name + 2)).append(laws);
        }
        out.append('\n');
    }

    private static int width(List<String> texts, String head) {
        return Math.max(
                head.length(), texts.stream().mapToInt(String::length).max().orElse(0));
    }
}
