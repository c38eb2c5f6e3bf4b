package io.kvdrill.scenarios.cli;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.scenarios.format.unit.Texts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;

/** What came of two runs, side by side: only what differs, most important first. */
final class OutcomeDiff {
    private static final String ABSENT = "nothing";

    private final RunReport a;
    private final RunReport b;
    private final List<String> lines = new ArrayList<>();

    private OutcomeDiff(RunReport a, RunReport b) {
        this.a = a;
        this.b = b;
    }

    /** One line for each difference; one that says so where there is none. */
    static List<String> lines(RunReport a, RunReport b) {
        OutcomeDiff diff = new OutcomeDiff(a, b);
        diff.compare();
        return diff.lines;
    }

    private void compare() {
        single("verdict", report -> report.verdict().replace('_', ' '));
        single(
                "laws broken",
                report -> report.brokenLaws().isEmpty() ? "none" : String.join(", ", report.brokenLaws()));
        single("end", report -> report.end().why().replace('_', ' '));
        several("request ", report -> {
            Map<String, String> ends = new LinkedHashMap<>();
            report.requests().forEach(request -> ends.put(request.request(), end(request)));
            return ends;
        });
        several("stated: ", report -> {
            Map<String, String> seen = new LinkedHashMap<>();
            report.expectations().forEach(e -> seen.put(e.stated(), (e.met() ? "met, " : "not met, ") + e.seen()));
            return seen;
        });
        several("peer ", report -> {
            Map<String, String> states = new LinkedHashMap<>();
            report.peers().forEach(peer -> states.put(peer.peer(), state(peer)));
            return states;
        });
        if (lines.isEmpty()) {
            lines.add("the outcome is the same: " + a.verdict().replace('_', ' '));
        }
    }

    private static String end(RunReport.Request request) {
        Long arrived = request.arrivedNanos();
        Long ended = request.endedNanos();
        if (arrived == null) {
            return "never arrived";
        }
        String finish = request.finish();
        String why = request.whyFailed() == null ? request.whyLocal() : request.whyFailed();
        return finish == null || ended == null
                ? "did not end"
                : finish.replace('_', ' ') + " after " + Texts.about(ended - arrived)
                        + (why == null ? "" : " (" + why + ")");
    }

    private static String state(RunReport.Peer peer) {
        String crash = peer.crash();
        return crash != null ? "crashed: " + crash : peer.alive() ? "alive" : "dead";
    }

    private void single(String what, Function<RunReport, String> value) {
        line(what, value.apply(a), value.apply(b));
    }

    private void several(String what, Function<RunReport, Map<String, String>> values) {
        Map<String, String> left = values.apply(a);
        Map<String, String> right = values.apply(b);
        Set<String> names = new LinkedHashSet<>(left.keySet());
        names.addAll(right.keySet());
        names.forEach(name -> line(what + name, left.getOrDefault(name, ABSENT), right.getOrDefault(name, ABSENT)));
    }

    private void line(String what, String left, String right) {
        if (!Objects.equals(left, right)) {
            lines.add(what + ": A " + left + "; B " + right);
        }
    }
}
