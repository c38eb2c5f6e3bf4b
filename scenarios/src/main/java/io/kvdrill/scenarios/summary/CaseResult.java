package io.kvdrill.scenarios.summary;

import io.kvdrill.reports.json.RunReport;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One case as it was run.
 *
 * @param scenario its name, with the case
 * @param profile under which profile
 * @param seed with which seed
 * @param again the command that repeats it
 * @param report what came of it; null if it could not be run to its end
 * @param error why not; empty if it could
 * @param wallNanos how long it took on the clock
 */
public record CaseResult(
        String scenario,
        String profile,
        long seed,
        String again,
        @Nullable RunReport report,
        String error,
        long wallNanos) {

    /** A case that was run to its end. */
    public static CaseResult of(RunReport report, long wallNanos) {
        return new CaseResult(
                report.scenario(), report.profile(), report.seed(), report.again(), report, "", wallNanos);
    }

    /** Whether the outcome is the stated one. */
    public boolean asStated() {
        return report != null && report.verdict().equals("as_stated");
    }

    /** The verdict in words. */
    public String verdict() {
        return report == null ? "error" : report.verdict().replace('_', ' ');
    }

    /** Codes of the laws that broke. */
    public List<String> brokenLaws() {
        return report == null ? List.of() : report.brokenLaws();
    }

    /** Why it is not as stated: each reason, and what never came. */
    public List<String> reasons() {
        return report == null ? List.of(error) : report.reasons();
    }

    /** The name of the scenario's file, without that of the case. */
    public String fileName() {
        return scenario.replaceFirst("/.*", "");
    }

    /** How long it took, in seconds. */
    public String seconds(int decimals) {
        return seconds(wallNanos, decimals);
    }

    static String seconds(long nanos, int decimals) {
        return String.format(Locale.ROOT, "%." + decimals + "f", nanos / 1e9);
    }
}
