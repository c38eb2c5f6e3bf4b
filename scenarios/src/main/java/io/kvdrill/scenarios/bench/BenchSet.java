package io.kvdrill.scenarios.bench;

import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.format.scenario.ScenarioReader;
import io.kvdrill.scenarios.format.scenario.Setting;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.run.CasePlanner;
import io.kvdrill.scenarios.run.RunCase;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The fixed set of runs that are measured, as resources beside this class. They change only with their figures. */
public final class BenchSet {
    private static final List<String> NAMES =
            List.of("two-peers", "mesh-128", "pods-with-deaths", "mass-start", "soak");

    private BenchSet() {}

    /** Their names. */
    public static List<String> names() {
        return NAMES;
    }

    /**
     * One of them, under the profile that keeps every law.
     *
     * @param settings what is changed in it, as {@code --set} would
     * @throws IllegalArgumentException if there is none of that name
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if a setting does not fit
     */
    public static RunCase of(String name, long seed, List<String> settings) {
        if (!NAMES.contains(name)) {
            throw new IllegalArgumentException("no run of the set is called " + name);
        }
        List<Setting> parsed = settings.stream().map(Setting::parse).toList();
        List<Scenario> scenarios = new ScenarioReader(parsed).read(Source.of(name + ".yaml", text(name)), name, name);
        return new CasePlanner("", parsed, List.of(), seed)
                .plan(scenarios.get(0))
                .get(0);
    }

    /** Its text. */
    static String text(String name) {
        String resource = name + ".yaml";
        try (InputStream in = BenchSet.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks " + resource);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
