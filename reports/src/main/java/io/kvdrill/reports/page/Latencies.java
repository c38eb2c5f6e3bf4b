package io.kvdrill.reports.page;

import io.kvdrill.core.numbers.Quantile;
import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.timeline.Span;
import io.kvdrill.reports.timeline.Timeline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How long requests waited for their first tokens, and loads and stores took, with what is said of them all. */
final class Latencies {
    private Latencies() {}

    /** For each that there is one of: its name, its lengths, the shortest first, and their quantiles. */
    static List<Map<String, Object>> of(RunReport report, Timeline timeline) {
        List<Map<String, Object>> all = new ArrayList<>();
        add(all, "First token", report.requests().stream().flatMap(Latencies::firstToken));
        add(all, "Loads", lengths(timeline, Span.Kind.LOAD));
        add(all, "Stores", lengths(timeline, Span.Kind.STORE));
        return all;
    }

    private static Stream<Long> firstToken(RunReport.Request request) {
        Long arrived = request.arrivedNanos();
        Long first = request.firstTokenNanos();
        return arrived == null || first == null ? Stream.of() : Stream.of(first - arrived);
    }

    private static Stream<Long> lengths(Timeline timeline, Span.Kind kind) {
        return timeline.spans().stream()
                .filter(span -> span.kind() == kind && span.outcome() != Span.Outcome.OPEN)
                .map(Span::nanos);
    }

    private static void add(List<Map<String, Object>> all, String name, Stream<Long> lengths) {
        List<Long> sorted = lengths.sorted().toList();
        if (!sorted.isEmpty()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("name", name);
            one.put("nanos", sorted);
            one.put("median", Quantile.ofSorted(sorted, Quantile.MEDIAN));
            one.put("p99", Quantile.ofSorted(sorted, Quantile.P99));
            one.put("max", Quantile.ofSorted(sorted, Quantile.MAX));
            all.add(one);
        }
    }
}
