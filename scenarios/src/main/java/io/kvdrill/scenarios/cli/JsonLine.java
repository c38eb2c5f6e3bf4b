package io.kvdrill.scenarios.cli;

import io.kvdrill.reports.json.RunReport;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** One run as one line of JSON; docs/cli.md describes the fields. */
final class JsonLine {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private JsonLine() {}

    static String of(RunReport report, String folder, long wallNanos) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", report.scenario());
        line.put("profile", report.profile());
        line.put("profile_base", report.profileBase());
        line.put("profile_changes", report.profileChanges());
        line.put("seed", report.seed());
        line.put("verdict", report.verdict());
        line.put("reasons", report.reasons());
        line.put("fingerprint", report.fingerprint());
        line.put("violations", report.brokenLaws());
        line.put("stated_breaks", report.statedBreaks());
        report.laws().stream()
                .flatMap(law -> law.violations().stream().map(v -> violation(law.law(), v)))
                .min(Comparator.comparing(v -> (BigDecimal) v.get("virtual_s")))
                .ifPresent(first -> line.put("first_violation", first));
        line.put("missed_moments", report.missedMoments());
        line.put("laws_never_at_stake", report.lawsNeverAtStake());
        line.put("inferred_rows_reached", report.inferredRows());
        line.put("end", report.end().why());
        line.put("events", report.events());
        line.put("virtual_s", seconds(report.virtualNanos()));
        line.put("wall_s", BigDecimal.valueOf(wallNanos / 1_000_000, 3));
        line.put("again", report.again());
        if (!folder.isEmpty()) {
            line.put("out", folder);
        }
        return MAPPER.writeValueAsString(line);
    }

    private static Map<String, Object> violation(String law, RunReport.Violation violation) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("law", law);
        fields.put("virtual_s", seconds(violation.nanos()));
        fields.put("peers", violation.peers());
        fields.put("request", violation.request());
        fields.put("job", violation.job());
        fields.put("round", violation.round());
        fields.put("what", violation.what());
        return fields;
    }

    private static BigDecimal seconds(long nanos) {
        BigDecimal seconds = BigDecimal.valueOf(nanos, 9).stripTrailingZeros();
        return seconds.scale() < 1 ? seconds.setScale(1) : seconds;
    }
}
