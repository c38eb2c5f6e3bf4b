package io.kvdrill.scenarios.cli;

import io.kvdrill.reports.json.BrokenLaw;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Timeline;
import io.kvdrill.reports.timeline.TimelineReader;
import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.run.Reports;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.sim.run.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What came of a run, for a person: 80 columns, the verdict first, what to type to see it again last. */
final class VerdictText {
    private static final int MOST_ENTRIES = 12;
    private static final int MOST_REQUESTS = 6;
    private static final String INDENT = "  ";
    private static final String MARGIN = "     ";
    private static final Pattern LONG_HEX = Pattern.compile("\\b[0-9a-f]{20,}\\b");

    private final RunReport report;
    private final String statedAs;
    private final boolean simulated;
    private final Style style;
    private final Supplier<Timeline> timeline;
    private final StringBuilder out = new StringBuilder();

    private VerdictText(
            RunReport report, String statedAs, boolean simulated, Style style, Supplier<Timeline> timeline) {
        this.report = report;
        this.statedAs = statedAs;
        this.simulated = simulated;
        this.style = style;
        this.timeline = timeline;
    }

    /**
     * The text, ending in a line end.
     *
     * @param statedAs the profile whose outcome the run was held against; empty for none
     * @param simulated whether it is a run of the simulator, which comes out the same again
     * @param timeline what happened over time; asked for where a law broke
     */
    static String of(RunReport report, String statedAs, boolean simulated, Style style, Supplier<Timeline> timeline) {
        return new VerdictText(report, statedAs, simulated, style, timeline).text();
    }

    /** The text of a run of a case in the simulator, ending in a line end. */
    static String of(RunCase runCase, RunResult result, Style style) {
        return of(
                Reports.of(runCase, result),
                runCase.statedAs(),
                true,
                style,
                () -> TimelineReader.read(result.trace().stored()));
    }

    private String text() {
        boolean asStated = report.verdict().equals("as_stated");
        headline(asStated);
        if (!statedAs.equals(report.profile())) {
            paragraph(
                    statedAs.isEmpty()
                            ? "no outcome is stated for this profile: held against the scenario's own expectations"
                            : "held against the outcome that is stated for " + statedAs);
        }
        report.reasons().forEach(this::paragraph);
        firstViolation().ifPresent(first -> {
            violation(first);
            otherViolations(first);
        });
        requests();
        report.limits().forEach(limit -> paragraph(limit.text()));
        numbers();
        report.missedMoments().stream()
                .map(missed -> "never came: " + missed)
                .filter(missed -> !report.reasons().contains(missed))
                .forEach(this::paragraph);
        list("laws never at stake", report.lawsNeverAtStake());
        list("inferred rows reached", report.inferredRows());
        if (!asStated) {
            out.append(INDENT).append("again: ").append(report.again()).append('\n');
        }
        return out.toString();
    }

    private void headline(boolean asStated) {
        String verdict = report.verdict().replace('_', ' ');
        if (asStated && !report.brokenLaws().isEmpty()) {
            verdict += " (" + String.join(", ", report.brokenLaws())
                    + (report.brokenLaws().size() == 1 ? " breaks" : " break") + ")";
        } else if (!asStated && report.verdict().equals("violated")) {
            verdict += ": " + String.join(", ", undeclared());
        }
        String name = report.scenario() + " under " + report.profile();
        String subject = name + ", seed " + report.seed() + ":";
        if (subject.length() > Wrap.WIDTH) {
            subject = Wrap.words(subject, "", INDENT).strip();
        }
        int column = subject.length() - subject.lastIndexOf('\n');
        boolean fits = column + verdict.length() <= Wrap.WIDTH;
        out.append(style.strong(subject))
                .append(fits ? " " : "\n" + INDENT)
                .append(asStated ? style.good(verdict) : style.bad(verdict))
                .append('\n');
    }

    private List<String> undeclared() {
        List<String> laws = new ArrayList<>(report.brokenLaws());
        laws.removeAll(report.statedBreaks());
        return laws;
    }

    /** The earliest violation, of an undeclared law if there is one. */
    private Optional<BrokenLaw> firstViolation() {
        List<String> undeclared = undeclared();
        return report.violations().stream()
                .filter(broken -> undeclared.isEmpty() || undeclared.contains(broken.law()))
                .findFirst();
    }

    /** The other laws that broke, each by its first violation and without what led to it. */
    private void otherViolations(BrokenLaw shown) {
        for (RunReport.Law law : report.laws()) {
            if (!law.law().equals(shown.law()) && !law.violations().isEmpty()) {
                RunReport.Violation violation = law.violations().get(0);
                headline(new BrokenLaw(law.law(), law.means(), violation));
            }
        }
    }

    private void headline(BrokenLaw broken) {
        RunReport.Violation violation = broken.violation();
        String plain = broken.means().isEmpty() ? "a law broke" : broken.means();
        out.append(Wrap.words(broken.law() + " at " + Texts.seconds(violation.nanos()) + ": " + plain, INDENT, MARGIN));
        out.append(Wrap.words(where(violation) + abridged(violation.what()), MARGIN, MARGIN));
    }

    private void violation(BrokenLaw broken) {
        headline(broken);
        List<RunReport.Entry> entries = broken.violation().ledTo();
        if (entries.isEmpty()) {
            return;
        }
        out.append("     led to by:\n");
        int skipped = Math.max(0, entries.size() - MOST_ENTRIES);
        if (skipped > 0) {
            out.append("       ... ").append(skipped).append(" earlier\n");
        }
        for (RunReport.Entry entry : entries.subList(skipped, entries.size())) {
            String first = String.format(Locale.ROOT, "       %13s  %-8s ", Texts.seconds(entry.nanos()), entry.peer());
            out.append(Wrap.words(entry.kind() + " " + abridged(entry.text()), first, " ".repeat(26)));
        }
        new SmallTimeline(report, timeline.get(), style)
                .around(broken.law(), broken.violation())
                .forEach(line -> out.append(MARGIN).append(line).append('\n'));
    }

    private static String where(RunReport.Violation violation) {
        List<String> parts = new ArrayList<>();
        add(
                parts,
                violation.peers().size() == 1 ? "peer" : "peers",
                violation.peers().isEmpty() ? null : String.join(", ", violation.peers()));
        add(parts, "request", violation.request());
        add(parts, "job", violation.job());
        add(parts, "round", violation.round());
        return parts.isEmpty() ? "" : String.join(", ", parts) + ": ";
    }

    private static void add(List<String> parts, String name, @Nullable Object value) {
        if (value != null) {
            parts.add(name + " " + value);
        }
    }

    private void requests() {
        List<RunReport.Request> requests = report.requests();
        requests.stream().limit(MOST_REQUESTS).forEach(request -> paragraph(line(request)));
        if (requests.size() > MOST_REQUESTS) {
            int more = requests.size() - MOST_REQUESTS;
            paragraph("... and " + more + (more == 1 ? " more request" : " more requests"));
        }
    }

    private static String line(RunReport.Request request) {
        Long arrived = request.arrivedNanos();
        Long ended = request.endedNanos();
        if (arrived == null) {
            return "request " + request.request() + ": never arrived";
        }
        String how = request.finish() == null || ended == null
                ? "did not end"
                : request.finish().replace('_', ' ') + " after " + Texts.about(ended - arrived);
        String why = request.whyFailed() == null ? request.whyLocal() : request.whyFailed();
        return "request " + request.request() + ": " + how + ", " + Texts.counted(request.remoteBlocks(), "block")
                + " from a peer" + (why == null ? "" : "; " + why);
    }

    private void numbers() {
        String size = Texts.counted(report.traceEntries(), "event") + ", " + Texts.about(report.virtualNanos());
        paragraph(simulated ? "fingerprint " + report.fingerprint() + ", " + size + " virtual" : size);
        if (report.laws().isEmpty()) {
            paragraph("no law was checked");
        }
    }

    /** Long keys only get in the way. */
    private static String abridged(String text) {
        return LONG_HEX.matcher(text).replaceAll(hex -> hex.group().substring(0, 8) + "..");
    }

    private void list(String what, List<String> names) {
        if (!names.isEmpty()) {
            out.append(Wrap.words(what + ": " + String.join(", ", names), INDENT, INDENT + INDENT));
        }
    }

    private void paragraph(String text) {
        out.append(Wrap.words(text, INDENT, INDENT + INDENT));
    }
}
