package io.kvdrill.scenarios.conform.compare;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Job results, which come at the poll where they were recorded or one earlier, and once. */
final class Results {
    private record Result(String job, boolean success) {
        @Override
        public String toString() {
            return "[" + job + "," + success + "]";
        }
    }

    private final Set<String> owed = new HashSet<>();
    private final Set<String> reported = new HashSet<>();
    private List<Result> early = List.of();

    /** A result is owed from now on. */
    void owe(String job) {
        owed.add(job);
    }

    /** What is wrong with a poll's results; both are lists of {@code [job, success]}. */
    List<Difference> compare(JsonNode expected, JsonNode actual) {
        List<Difference> differences = new ArrayList<>();
        List<Result> due = read(expected);
        for (Result result : early) {
            if (!due.remove(result)) {
                differences.add(new Difference(
                        "8.1: a result came in the poll before, so it was due in this one",
                        expected.toString(),
                        "earlier: " + result));
            }
        }
        List<Result> extra = read(actual);
        for (Result result : extra) {
            if (!owed.contains(result.job())) {
                differences.add(new Difference(
                        "8: no job is reported without having been submitted or created",
                        "no result of job " + result.job(),
                        result.toString()));
            } else if (!reported.add(result.job())) {
                differences.add(new Difference(
                        "8: no job is reported twice", "no second result of job " + result.job(), result.toString()));
            }
        }
        List<Result> missing = new ArrayList<>();
        for (Result result : due) {
            if (!extra.remove(result)) {
                missing.add(result);
            }
        }
        if (!missing.isEmpty()) {
            differences.add(new Difference("8.1: results", expected.toString(), actual.toString()));
        }
        early = extra;
        return differences;
    }

    /** What is wrong when no further poll follows. */
    List<Difference> end() {
        if (early.isEmpty()) {
            return List.of();
        }
        return List.of(new Difference("8.1: results of the last poll", "without " + early, "with " + early));
    }

    /** Whether the value is a list of results. */
    static boolean isList(JsonNode value) {
        if (!value.isArray()) {
            return false;
        }
        for (JsonNode each : value) {
            if (!each.isArray()
                    || each.size() != 2
                    || !each.required(0).isIntegralNumber()
                    || !each.required(1).isBoolean()) {
                return false;
            }
        }
        return true;
    }

    private static List<Result> read(JsonNode list) {
        List<Result> results = new ArrayList<>();
        for (JsonNode each : list) {
            results.add(new Result(each.required(0).asString(), each.required(1).booleanValue()));
        }
        return results;
    }
}
