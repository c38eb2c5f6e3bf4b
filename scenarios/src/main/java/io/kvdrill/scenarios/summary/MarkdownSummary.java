package io.kvdrill.scenarios.summary;

import io.kvdrill.scenarios.format.unit.Texts;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Cases as Markdown, for a pull request: what is not as stated comes first. */
public final class MarkdownSummary {
    private static final int MOST_ROWS = 100;
    private static final Comparator<String> BY_NUMBER =
            Comparator.comparingInt(MarkdownSummary::number).thenComparing(Comparator.naturalOrder());

    private final StringBuilder out = new StringBuilder();

    private MarkdownSummary() {}

    /** The text of the file. */
    public static String of(List<CaseResult> cases) {
        MarkdownSummary summary = new MarkdownSummary();
        summary.write(cases);
        return summary.out.toString();
    }

    private void write(List<CaseResult> cases) {
        List<CaseResult> wrong = cases.stream().filter(c -> !c.asStated()).toList();
        out.append("## kvdrill: ")
                .append(
                        wrong.isEmpty()
                                ? Texts.counted(cases.size(), "case") + ", all as stated"
                                : wrong.size() + " of " + Texts.counted(cases.size(), "case") + " not as stated")
                .append("\n\n");
        if (!wrong.isEmpty()) {
            failures(wrong);
        }
        counts(cases);
    }

    private void failures(List<CaseResult> wrong) {
        List<CaseResult> shown = wrong.subList(0, Math.min(MOST_ROWS, wrong.size()));
        out.append("| scenario | profile | seed | verdict | laws broken | why |\n|---|---|---|---|---|---|\n");
        for (CaseResult result : shown) {
            row(List.of(
                    result.scenario(),
                    result.profile(),
                    Long.toString(result.seed()),
                    result.verdict(),
                    String.join(", ", result.brokenLaws()),
                    String.join("; ", result.reasons())));
        }
        if (shown.size() < wrong.size()) {
            out.append("\n... and ").append(wrong.size() - shown.size()).append(" more.\n");
        }
        out.append("\nTo repeat them:\n\n```sh\n");
        shown.forEach(result -> out.append(result.again().replace("\n", " ")).append('\n'));
        out.append("```\n\n");
    }

    private void counts(List<CaseResult> cases) {
        Map<String, long[]> byProfile = new TreeMap<>();
        Map<String, Set<String>> laws = new TreeMap<>();
        for (CaseResult result : cases) {
            long[] counts = byProfile.computeIfAbsent(result.profile(), profile -> new long[3]);
            counts[0]++;
            counts[1] += result.asStated() ? 1 : 0;
            counts[2] += result.wallNanos();
            laws.computeIfAbsent(result.profile(), profile -> new TreeSet<>(BY_NUMBER))
                    .addAll(result.brokenLaws());
        }
        out.append("| profile | cases | as stated | not | laws that broke | seconds |\n|---|---|---|---|---|---|\n");
        byProfile.forEach((profile, counts) -> row(List.of(
                profile,
                Long.toString(counts[0]),
                Long.toString(counts[1]),
                Long.toString(counts[0] - counts[1]),
                broken(laws.getOrDefault(profile, Set.of())),
                CaseResult.seconds(counts[2], 1))));
    }

    private static String broken(Set<String> laws) {
        return laws.isEmpty() ? "none" : String.join(", ", laws);
    }

    private static int number(String law) {
        String digits = law.replaceAll("\\D", "");
        return digits.isEmpty() ? Integer.MAX_VALUE : Integer.parseInt(digits);
    }

    private void row(List<String> cells) {
        out.append("| ");
        out.append(String.join(" | ", cells.stream().map(MarkdownSummary::cell).toList()));
        out.append(" |\n");
    }

    /** Text as text: no markup, one line. */
    private static String cell(String text) {
        return text.replace("\\", "\\\\")
                .replaceAll("[\\p{Cntrl}]+", " ")
                .replaceAll("([|*_`\\[\\]#~])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }
}
