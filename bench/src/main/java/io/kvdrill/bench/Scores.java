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
    private Scores() {}

    /**
     * Nanoseconds of an operation by benchmark and parameters, such as {@code EventQueueBenchmark.hold law=BIMODAL
     * pending=1000 queue=RADIX}.
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
            given.propertyNames().forEach(key -> parameters.put(key, given.get(key).asString()));
            parameters.forEach((key, value) -> name.append(' ').append(key).append('=').append(value));
            JsonNode cpu = result.path("secondaryMetrics").path(CpuTime.NAME).path("score");
            double score = cpu.isNumber()
                    ? cpu.asDouble()
                    : result.path("primaryMetric").path("score").asDouble();
            scores.put(name.toString(), score);
        }
        return scores;
    }
}
