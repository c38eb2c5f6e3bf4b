package io.kvdrill.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Results of the benchmark runner, read from its JSON: CPU time of each operation where it was measured. */
final class Scores {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    private Scores() {}

    /** Ends the names of times by the clock. */
    static final String CLOCK = " clock";
    /** Ends the names of bytes that were allocated. */
    static final String BYTES = " bytes";

    /**
     * Nanoseconds of an operation by benchmark and parameters, such as {@code EventQueueBenchmark.hold law=BIMODAL
     * pending=1000 queue=RADIX}: CPU time where it was measured. With {@link #CLOCK} after the name, time by the clock; with
     * {@link #BYTES}, what an operation allocates, where that was measured.
     *
     * @throws IOException if the file cannot be read
     */
    static Map<String, Double> read(Path file) throws IOException {
        Map<String, Double> scores = new TreeMap<>();
        for (JsonNode result : JsonMapper.shared().readTree(Files.readString(file, StandardCharsets.UTF_8))) {
            String benchmark = result.get("benchmark").asString();
            StringBuilder name = new StringBuilder(benchmark.replaceFirst("^.*\\.(\\w+\\.\\w+)$", "$1"));
            Map<String, String> parameters = new TreeMap<>();
            JsonNode given = result.path("params");
            given.propertyNames()
                    .forEach(key -> parameters.put(key, given.get(key).asString()));
            parameters.forEach(
                    (key, value) -> name.append(' ').append(key).append('=').append(value));
            JsonNode others = result.path("secondaryMetrics");
            JsonNode cpu = others.path(CpuTime.NAME).path("score");
            double clock = result.path("primaryMetric").path("score").asDouble();
            scores.put(name.toString(), cpu.isNumber() ? cpu.asDouble() : clock);
            scores.put(name + CLOCK, clock);
            JsonNode bytes = others.path(ALLOCATED).path("score");
            if (bytes.isNumber()) {
                scores.put(name + BYTES, bytes.asDouble());
            }
        }
        return scores;
    }
}
