package io.kvdrill.scenarios.search;

import io.kvdrill.sim.search.Group;
import io.kvdrill.sim.search.coverage.Item;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import tools.jackson.databind.json.JsonMapper;

/** A sweep as lines of JSON; docs/search.md describes the fields. */
public final class SweepLines {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private SweepLines() {}

    /** A group of failures. */
    public static String group(Subject subject, Group group) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", subject.name());
        line.put("variant", subject.label(group.variant()));
        line.put("law", group.signature().law());
        line.put("statement", group.signature().statement());
        line.put("event", group.signature().event());
        line.put("state", group.signature().state());
        line.put("runs", group.runs());
        line.put("smallest_seed", group.smallestSeed());
        line.put("what", group.what());
        line.put("again", subject.again(group.variant(), group.smallestSeed()));
        line.put(
                "shrink",
                subject.shrink(
                        group.variant(), group.smallestSeed(), group.signature().law()));
        return MAPPER.writeValueAsString(line);
    }

    /**
     * The whole sweep.
     *
     * @param wallNanos how long it took; none where it was put together from parts
     * @param runsBefore how many of its runs were made before that
     */
    public static String summary(Subject subject, SweepResult result, OptionalLong wallNanos, long runsBefore) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", subject.name());
        line.put("summary", true);
        line.put("runs", result.runs());
        line.put("failed", result.failed());
        line.put("first_failed_run", result.firstFailedRun() == 0 ? null : result.firstFailedRun());
        line.put("groups", result.groups().inOrder().size());
        line.put("complete", result.complete());
        line.put("fingerprint", result.fingerprint());
        Map<String, Object> coverage = new LinkedHashMap<>();
        for (Item.Kind kind : Item.Kind.values()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("reached", result.coverage().reached(kind));
            List<String> never = result.coverage().never(kind);
            if (!never.isEmpty()) {
                one.put("never", never);
            }
            coverage.put(kind.text().replace(' ', '_'), one);
        }
        line.put("coverage", coverage);
        wallNanos.ifPresent(nanos -> {
            line.put("wall_s", BigDecimal.valueOf(nanos / 1_000_000, 3));
            line.put("runs_per_s", perSecond(result.runs() - runsBefore, nanos));
        });
        return MAPPER.writeValueAsString(line);
    }

    static long perSecond(long runs, long nanos) {
        return Math.round(runs * 1e9 / Math.max(1, nanos));
    }
}
