package io.kvdrill.reports.json;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether what a report says can be: a report that was changed may be of the right shape and say what no run comes to. */
final class ReportValues {
    private static final List<String> VERDICTS = List.of("as_stated", "violated", "unexpected", "unsettled");

    private ReportValues() {}

    /**
     * Checks a report.
     *
     * @throws ReportFormatException if a verdict is none, or a time or a number is negative; it names the first
     */
    static void check(RunReport report) {
        if (!VERDICTS.contains(report.verdict())) {
            String verdict = report.verdict();
            String brief = verdict.length() <= 40 ? verdict : verdict.substring(0, 40) + "...";
            throw new ReportFormatException(
                    "no report: verdict is \"" + brief + "\"; expected one of " + String.join(", ", VERDICTS));
        }
        notNegative("events", report.events());
        notNegative("trace_entries", report.traceEntries());
        notNegative("virtual_nanos", report.virtualNanos());
        for (int i = 0; i < report.laws().size(); i++) {
            law("laws[" + i + "]", report.laws().get(i));
        }
        for (int i = 0; i < report.requests().size(); i++) {
            request("requests[" + i + "]", report.requests().get(i));
        }
        for (int i = 0; i < report.peers().size(); i++) {
            notNegative("peers[" + i + "].lives", report.peers().get(i).lives());
        }
    }

    private static void law(String at, RunReport.Law law) {
        notNegative(at + ".checked", law.checked());
        notNegative(at + ".at_stake", law.atStake());
        for (int i = 0; i < law.violations().size(); i++) {
            RunReport.Violation violation = law.violations().get(i);
            String of = at + ".violations[" + i + "]";
            notNegative(of + ".nanos", violation.nanos());
            for (int j = 0; j < violation.ledTo().size(); j++) {
                notNegative(
                        of + ".led_to[" + j + "].nanos",
                        violation.ledTo().get(j).nanos());
            }
        }
    }

    private static void request(String at, RunReport.Request request) {
        notNegative(at + ".arrived_nanos", request.arrivedNanos());
        notNegative(at + ".first_token_nanos", request.firstTokenNanos());
        notNegative(at + ".ended_nanos", request.endedNanos());
        notNegative(at + ".remote_blocks", request.remoteBlocks());
        notNegative(at + ".cached_blocks", request.cachedBlocks());
        notNegative(at + ".computed_tokens", request.computedTokens());
        notNegative(at + ".produced_tokens", request.producedTokens());
    }

    private static void notNegative(String at, @Nullable Long value) {
        if (value != null) {
            notNegative(at, value.longValue());
        }
    }

    private static void notNegative(String at, long value) {
        if (value < 0) {
            throw new ReportFormatException("no report: " + at + " is " + value + "; expected 0 or more");
        }
    }
}
