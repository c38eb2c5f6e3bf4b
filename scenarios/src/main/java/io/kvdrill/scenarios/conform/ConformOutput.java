package io.kvdrill.scenarios.conform;

import io.kvdrill.scenarios.conform.VectorReport.Ending;
import io.kvdrill.scenarios.conform.VectorReport.Mismatch;
import io.kvdrill.scenarios.conform.compare.Difference;
import io.kvdrill.scenarios.process.PlainText;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Says what came of a replay: for people, or one JSON line a file and one for all. */
final class ConformOutput {
    private final PrintWriter out;
    private final boolean json;
    private final String subject;

    ConformOutput(PrintWriter out, boolean json, String subject) {
        this.out = out;
        this.json = json;
        this.subject = subject;
    }

    void file(String name, List<Verdict> verdicts) {
        if (json) {
            ObjectNode line = JsonNodeFactory.instance.objectNode().put("file", name);
            totals(line, Totals.of(verdicts));
            ArrayNode mismatches = line.putArray("mismatches");
            ArrayNode unsupported = line.putArray("unsupported_vectors");
            for (Verdict verdict : verdicts) {
                if (verdict.report().ending() == Ending.MISMATCHED
                        || !verdict.complaint().isEmpty()) {
                    mismatch(mismatches.addObject(), verdict);
                } else if (verdict.report().ending() == Ending.UNSUPPORTED) {
                    unsupported
                            .addObject()
                            .put("vector", verdict.report().vector().name())
                            .put("reason", verdict.report().note());
                }
            }
            out.println(line);
        } else {
            verdicts.forEach(this::people);
        }
        out.flush();
    }

    private void people(Verdict verdict) {
        VectorReport report = verdict.report();
        if (!verdict.complaint().isEmpty()) {
            print(place(report) + ": " + verdict.complaint());
        }
        Mismatch mismatch = report.mismatch();
        if (report.ending() == Ending.MISMATCHED && mismatch != null) {
            print(place(report) + ", step " + mismatch.step() + ": " + mismatch.op() + " "
                    + shorten(mismatch.arguments().toString())
                    + (verdict.intended() ? "   (intended, --expect-changed)" : ""));
            for (Difference difference : mismatch.differences()) {
                print("  rule " + difference.rule());
                print("    expected: " + difference.expected());
                print("    actual:   " + difference.actual());
            }
        }
    }

    private void print(String line) {
        out.println(PlainText.line(line));
    }

    /** The steps that differ as is known, counted by the row that makes them differ; nothing if there are none. */
    void knownDifferences(KnownDifferences known, List<Verdict> verdicts) {
        Map<String, Integer> steps = new TreeMap<>();
        for (Verdict verdict : verdicts) {
            VectorReport report = verdict.report();
            known.of(report.vector().name()).rows().forEach((step, row) -> {
                if (report.tolerated().contains(step)) {
                    steps.merge(row.name(), 1, Integer::sum);
                }
            });
        }
        if (!json && !steps.isEmpty()) {
            print("known differences by row, in steps (listed in " + KnownDifferences.TABLE + ", see docs/cli.md):");
            steps.forEach((row, count) -> print(String.format(Locale.ROOT, "  %6d  %s", count, row)));
        }
    }

    private static String place(VectorReport report) {
        return report.vector().file() + ":" + report.vector().line() + ": "
                + report.vector().name();
    }

    private static void mismatch(ObjectNode json, Verdict verdict) {
        VectorReport report = verdict.report();
        json.put("vector", report.vector().name()).put("line", report.vector().line());
        json.put("intended", verdict.intended());
        if (!verdict.complaint().isEmpty()) {
            json.put("complaint", verdict.complaint());
        }
        Mismatch mismatch = report.mismatch();
        if (mismatch != null) {
            json.put("step", mismatch.step()).put("op", mismatch.op());
            json.set("arguments", mismatch.arguments());
            ArrayNode differences = json.putArray("differences");
            for (Difference difference : mismatch.differences()) {
                differences
                        .addObject()
                        .put("rule", difference.rule())
                        .put("expected", difference.expected())
                        .put("actual", difference.actual());
            }
        }
    }

    void summary(List<Verdict> verdicts) {
        Totals totals = Totals.of(verdicts);
        if (json) {
            ObjectNode line = JsonNodeFactory.instance.objectNode().put("summary", subject);
            totals(line, totals);
            out.println(line);
        } else {
            StringBuilder text = new StringBuilder();
            text.append(subject).append(": ").append(totals.vectors()).append(" vectors, ");
            text.append(totals.steps())
                    .append(" steps: ")
                    .append(totals.matched())
                    .append(" matched, ");
            text.append(totals.mismatches()).append(" mismatches");
            append(text, totals.intended(), "intended differences");
            append(text, totals.skippedAfterDefect(), "steps skipped after a defect");
            append(text, totals.known(), "known differences");
            append(text, totals.skippedAfterRow(), "steps skipped after one of them");
            append(text, totals.skippedOther(), "steps skipped otherwise");
            append(text, totals.unsupported(), "vectors unsupported");
            print(text.toString());
        }
        out.flush();
    }

    private static void append(StringBuilder text, int count, String what) {
        if (count > 0) {
            text.append(", ").append(count).append(' ').append(what);
        }
    }

    private static void totals(ObjectNode json, Totals totals) {
        json.put("vectors", totals.vectors())
                .put("steps", totals.steps())
                .put("matched", totals.matched())
                .put("mismatched", totals.mismatches())
                .put("intended", totals.intended())
                .put("skipped_after_defect", totals.skippedAfterDefect())
                .put("known_differences", totals.known())
                .put("skipped_after_row", totals.skippedAfterRow())
                .put("skipped_other", totals.skippedOther())
                .put("unsupported", totals.unsupported());
    }

    private static String shorten(String text) {
        return text.length() > 300 ? text.substring(0, 300) + "…" : text;
    }
}
