package io.kvdrill.scenarios.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Divides a stretch of time among what it was spent on. Where several things go on at a time, the one of the smallest rank
 * counts; time in which nothing is known to go on belongs to what is named last.
 */
final class TimeShares {

    /**
     * What time is spent on.
     *
     * @param rank which of several counts, the smallest first
     * @param what in a few words
     * @param setting what decides how long it takes: a path of the scenario, or a row of the profile; empty for none
     */
    record Part(int rank, String what, String setting) {}

    /** A part goes on from {@code startNanos} to {@code endNanos}. */
    private record Stretch(long startNanos, long endNanos, Part part) {}

    private record Edge(long nanos, int change, Part part) {}

    private final List<Stretch> stretches = new ArrayList<>();

    /** Something goes on for a while; nothing if it ends when it starts. */
    void add(Part part, long startNanos, long endNanos) {
        if (endNanos > startNanos) {
            stretches.add(new Stretch(startNanos, endNanos, part));
        }
    }

    /** How long each part had of a stretch, the longest first. */
    Map<Part, Long> of(long startNanos, long endNanos, Part rest) {
        List<Edge> edges = new ArrayList<>();
        for (Stretch each : stretches) {
            long start = Math.max(startNanos, each.startNanos());
            long end = Math.min(endNanos, each.endNanos());
            if (end > start) {
                edges.add(new Edge(start, 1, each.part()));
                edges.add(new Edge(end, -1, each.part()));
            }
        }
        edges.sort(Comparator.comparingLong(Edge::nanos));
        Map<Part, Integer> running = new LinkedHashMap<>();
        Map<Part, Long> shares = new LinkedHashMap<>();
        long at = startNanos;
        for (Edge edge : edges) {
            count(shares, running, rest, edge.nanos() - at);
            running.merge(edge.part(), edge.change(), Integer::sum);
            at = edge.nanos();
        }
        count(shares, running, rest, endNanos - at);
        Map<Part, Long> sorted = new LinkedHashMap<>();
        shares.entrySet().stream()
                .sorted(Map.Entry.<Part, Long>comparingByValue().reversed())
                .forEach(share -> sorted.put(share.getKey(), share.getValue()));
        return sorted;
    }

    private static void count(Map<Part, Long> shares, Map<Part, Integer> running, Part rest, long nanos) {
        if (nanos <= 0) {
            return;
        }
        Part part = running.entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .map(Map.Entry::getKey)
                .min(Comparator.comparingInt(Part::rank))
                .orElse(rest);
        shares.merge(part, nanos, Long::sum);
    }
}
