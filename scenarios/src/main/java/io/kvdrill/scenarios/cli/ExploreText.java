package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.explore.Bounds;
import io.kvdrill.sim.search.explore.Exploration;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** What came of an exploration, for people and for programs. */
final class ExploreText {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final RunCase runCase;
    private final Exploration exploration;
    private final @Nullable RunResult violating;
    private final long wallNanos;

    /**
     * A text.
     *
     * @param violating the run in which a law breaks; null if none was found
     */
    ExploreText(RunCase runCase, Exploration exploration, @Nullable RunResult violating, long wallNanos) {
        this.runCase = runCase;
        this.exploration = exploration;
        this.violating = violating;
        this.wallNanos = wallNanos;
    }

    /** For people. */
    String text(String stored, String again, Style style) {
        StringBuilder out = new StringBuilder();
        String title = runCase.toString() + ": ";
        RunResult run = violating;
        Exploration.Found found = exploration.violation();
        if (run != null && found != null) {
            out.append(style.bad(title + "a law breaks")).append('\n');
            out.append("  after ").append(found.schedule().size()).append(" choices, ");
            out.append(found.deviations()).append(" of them other than what happens of itself\n");
            found.schedule().forEach(choice -> out.append("    ").append(choice).append('\n'));
            out.append("  stored in ")
                    .append(stored)
                    .append("; again: ")
                    .append(again)
                    .append('\n');
            out.append(VerdictText.of(runCase, run, style));
        } else if (exploration.exhausted()) {
            out.append(style.good(title + "no law breaks")).append('\n');
        } else {
            out.append(style.bad(title + "no law broke, but not everything was covered"))
                    .append('\n');
        }
        out.append("  ").append(why()).append('\n');
        out.append(String.format(
                Locale.ROOT,
                "  %,d states, %,d transitions, %,d choices, %,d runs of up to %,d transitions, %.1f s%n",
                exploration.states(),
                exploration.transitions(),
                exploration.choices(),
                exploration.runs(),
                exploration.deepest(),
                wallNanos / 1e9));
        out.append(String.format(
                Locale.ROOT,
                "  left out: what follows from a state visited before, %,d times; equal orders, %,d times%n",
                exploration.equalStates(),
                exploration.equalOrders()));
        out.append(String.format(
                Locale.ROOT,
                "  %,d states in which nothing is left to happen%n",
                exploration.finals().size()));
        return out.toString();
    }

    /** For programs, as docs/explore.md says. */
    String json(String stored, String again) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("scenario", runCase.scenario().name());
        line.put("profile", runCase.profile().name());
        line.put("seed", runCase.seed());
        line.put("ended", exploration.ended().name().toLowerCase(Locale.ROOT));
        line.put("exhausted", exploration.exhausted());
        line.put("bounds", boundsJson());
        line.put("states", exploration.states());
        line.put("transitions", exploration.transitions());
        line.put("choices", exploration.choices());
        line.put("runs", exploration.runs());
        line.put("deepest", exploration.deepest());
        line.put("equal_states", exploration.equalStates());
        line.put("equal_orders", exploration.equalOrders());
        line.put("final_states", exploration.finals().size());
        line.put("wall_s", BigDecimal.valueOf(wallNanos / 1_000_000, 3));
        RunResult run = violating;
        Exploration.Found found = exploration.violation();
        if (run != null && found != null) {
            line.put(
                    "violations",
                    run.violations().stream()
                            .map(violation -> violation.law())
                            .distinct()
                            .toList());
            line.put("schedule", found.schedule());
            line.put("deviations", found.deviations());
            line.put("stored", stored);
            line.put("again", again);
        }
        return MAPPER.writeValueAsString(line) + "\n";
    }

    /** What came of a schedule. */
    static String replayed(RunCase runCase, RunResult result, String again, Style style) {
        return VerdictText.of(runCase, result, style) + "  again: " + again + "\n";
    }

    private Map<String, Object> boundsJson() {
        Bounds bounds = exploration.bounds();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("deviations", bounds.deviations() == Bounds.ANY ? "any" : bounds.deviations());
        fields.put("faults", bounds.faults());
        fields.put("late", bounds.late());
        fields.put("states", bounds.states());
        return fields;
    }

    private String why() {
        Bounds bounds = exploration.bounds();
        String within = bound(bounds.deviations()) + ", at most " + bounds.faults()
                + " open faults, time passing late at most " + bounds.late() + " times";
        return switch (exploration.ended()) {
            case EXHAUSTED -> "every order was covered: " + within;
            case DEVIATIONS -> "covered: " + within;
            case DEPTH -> "a run has more transitions than can be explored (" + bounds.depth() + "): " + within;
            case STATES -> "there are more than " + bounds.states() + " states (--states): " + within;
            case STOPPED -> "stopped before everything was covered: " + within + "; a smaller --deviations may fit";
            case VIOLATION -> "ended at the violation: " + within;
        };
    }

    static String bound(int deviations) {
        return deviations == Bounds.ANY ? "any order" : "orders with at most " + deviations + " deviations";
    }
}
