package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.source.Span;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what a person wrote for a part of a world: follows the part's path through the document as far as it leads, under
 * the names that the format has for it.
 */
final class WorldPlaces {
    private static final Pattern STEP = Pattern.compile("([a-z0-9_]+)|\\[(\\d+)]");

    private static final String FILTERS = ".filters.";

    /** Where a part of the world is called differently in the format. */
    private static final Map<String, List<String>> WRITTEN = Map.ofEntries(
            Map.entry("start", List.of("at")),
            Map.entry("count", List.of("sessions")),
            Map.entry("duration_nanos", List.of("for")),
            Map.entry("interval_nanos", List.of("every")),
            Map.entry("mean_interval_nanos", List.of("poisson")),
            Map.entry("size", List.of("burst")),
            Map.entry("every_nanos", List.of("apart")),
            Map.entry("within_nanos", List.of("within")),
            Map.entry("question", List.of("tokens")),
            Map.entry("answer", List.of("output")),
            Map.entry("think_time", List.of("think")),
            Map.entry("most_legs", List.of("most")),
            Map.entry("timeout_nanos", List.of("timeout")),
            Map.entry("delay_nanos", List.of("delay", "plus")),
            Map.entry("jitter_nanos", List.of("jitter")),
            Map.entry("per_ten_thousand", List.of("percentile")),
            Map.entry("expectations", List.of("expect")),
            Map.entry("end", List.of("until")),
            Map.entry("arrival", List.of("at")),
            Map.entry("output_tokens", List.of("output")),
            Map.entry("client_gives_up_after_nanos", List.of("gives_up_after")),
            Map.entry("prefill_tokens_per_second", List.of("prefill")),
            Map.entry("prefill_chunk_tokens", List.of("prefill_chunk")),
            Map.entry("step_nanos", List.of("step")),
            Map.entry("idle_tick_nanos", List.of("idle_tick")),
            Map.entry("tick_phase_nanos", List.of("tick_phase")),
            Map.entry("gpu_copy_bytes_per_second", List.of("gpu_copy")),
            Map.entry("clock_offset_nanos", List.of("clock_offset")),
            Map.entry("clock_drift_ppm", List.of("clock_drift")),
            Map.entry("block_bytes", List.of("kv_block")),
            Map.entry("bytes_per_second", List.of("bandwidth")),
            Map.entry("nanos_per_descriptor", List.of("per_block")),
            Map.entry("for_nanos", List.of("for")),
            Map.entry("virtual_nanos", List.of("time")),
            Map.entry("span", List.of("within", "not_before")),
            Map.entry("what", List.of("happens", "never")),
            Map.entry("law", List.of("law_breaks")),
            Map.entry("laws", List.of("laws_hold")),
            Map.entry("where", List.of("at")),
            Map.entry("filters", List.of("with")),
            Map.entry("prompt", List.of("tokens")),
            Map.entry("drops", List.of("drop")),
            Map.entry("row", List.of("edge")));

    private WorldPlaces() {}

    /** The place of a path of {@link io.kvdrill.sim.world.WorldProblem}, or of the nearest part around it. */
    static Span of(String path, YamlValue document) {
        int filters = path.indexOf(FILTERS);
        if (filters >= 0) { // a field of an event, whose name may have dots
            String whole = path.substring(0, filters + FILTERS.length() - 1);
            String field = path.substring(filters + FILTERS.length());
            YamlValue with = find(whole, document);
            return (with instanceof YamlValue.Mapping mapping
                            ? mapping.get(field).orElse(with)
                            : with)
                    .span();
        }
        return find(path, document).span();
    }

    private static YamlValue find(String path, YamlValue document) {
        YamlValue at = document;
        Matcher matcher = STEP.matcher(asWritten(path));
        while (matcher.find()) {
            Optional<YamlValue> next = matcher.group(1) != null
                    ? named(at, matcher.group(1))
                    : item(at, Integer.parseInt(matcher.group(2)));
            if (next.isPresent()) {
                at = next.get();
            }
        }
        return at;
    }

    /** The format keeps all links in one place, and spreads what a workload asks and where it goes over its fields. */
    private static String asWritten(String path) {
        if (path.startsWith("workloads[")) {
            return path.replace(".pool", ".prefix").replaceFirst("\\.(sessions|routing)\\.", ".");
        }
        if (path.startsWith("control") || path.startsWith("data.")) {
            return "links." + path;
        }
        return path.startsWith("links[") ? "links.between" + path.substring("links".length()) : path;
    }

    private static Optional<YamlValue> named(YamlValue at, String name) {
        if (!(at instanceof YamlValue.Mapping mapping)) {
            return Optional.empty();
        }
        Optional<YamlValue> same = mapping.get(name);
        if (same.isPresent()) {
            return same;
        }
        return WRITTEN.getOrDefault(name, List.of()).stream()
                .flatMap(written -> mapping.get(written).stream())
                .findFirst();
    }

    private static Optional<YamlValue> item(YamlValue at, int index) {
        if (at instanceof YamlValue.Sequence sequence
                && index < sequence.items().size()) {
            return Optional.of(sequence.items().get(index));
        }
        if (at instanceof YamlValue.Mapping mapping && index < mapping.entries().size()) {
            return Optional.of(mapping.entries().get(index).value());
        }
        return Optional.empty();
    }
}
