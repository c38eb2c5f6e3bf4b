package io.kvdrill.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Ratios within one run of the benchmarks: what the project promises, and keeps as its baseline. Absolute times are those of
 * a machine.
 *
 * <pre>Ratios RESULT.json... [--baseline FILE | --write FILE]</pre>
 */
public final class Ratios {
    private record Ratio(String name, String above, String below, double least, double most) {}

    private Ratios() {}

    /**
     * Prints ratios beside the baseline and the aims, or makes them the baseline.
     *
     * @param args as in the description of the class
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        Map<String, Double> scores = new TreeMap<>();
        Map<String, Double> baseline = new TreeMap<>();
        Path target = null;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--baseline" ->
                    JsonMapper.shared()
                            .readTree(Files.readString(Path.of(args[++i]), StandardCharsets.UTF_8))
                            .properties()
                            .forEach(entry -> baseline.put(
                                    entry.getKey(), entry.getValue().asDouble()));
                case "--write" -> target = Path.of(args[++i]);
                default -> scores.putAll(Scores.read(Path.of(args[i])));
            }
        }
        Map<String, Double> found = new TreeMap<>();
        System.out.printf(
                Locale.ROOT,
                "%-58s %8s %8s  %s%n",
                "ratio, of CPU times unless it says otherwise",
                "now",
                "baseline",
                "aim");
        for (Ratio ratio : all()) {
            Double above = scores.get(ratio.above());
            Double below = scores.get(ratio.below());
            if (above != null && below != null) {
                double value = above / below;
                found.put(ratio.name(), Math.round(value * 100) / 100.0);
                Double before = baseline.get(ratio.name());
                System.out.printf(
                        Locale.ROOT,
                        "%-58s %8.2f %8s  %s%n",
                        ratio.name(),
                        value,
                        before == null ? "-" : String.format(Locale.ROOT, "%.2f", before),
                        aim(ratio, value));
            }
        }
        if (target != null) {
            String text = JsonMapper.builder()
                    .enable(SerializationFeature.INDENT_OUTPUT)
                    .build()
                    .writeValueAsString(found);
            Files.writeString(target, text + "\n", StandardCharsets.UTF_8);
        }
    }

    private static String aim(Ratio ratio, double value) {
        if (ratio.least() > 0) {
            return "at least " + ratio.least() + (value < ratio.least() ? ": missed" : "");
        }
        return ratio.most() > 0 ? "at most " + ratio.most() + (value > ratio.most() ? ": missed" : "") : "";
    }

    private static List<Ratio> all() {
        List<Ratio> all = new ArrayList<>();
        int[] sizes = {1_000, 10_000, 100_000};
        double[] aims = {1.4, 1.7, 3};
        for (String law : List.of("BIMODAL", "EXPONENTIAL")) {
            for (int i = 0; i < sizes.length; i++) {
                String hold = "EventQueueBenchmark.hold law=" + law + " pending=" + sizes[i] + " queue=";
                for (String other : List.of("PRIORITY_QUEUE", "FOUR_HEAP", "LADDER")) {
                    double least = other.equals("PRIORITY_QUEUE") ? aims[i] : 0;
                    all.add(new Ratio(
                            "hold " + law.toLowerCase(Locale.ROOT) + " " + sizes[i] + ": "
                                    + other.toLowerCase(Locale.ROOT) + " / radix",
                            hold + other,
                            hold + "RADIX",
                            least,
                            0));
                }
            }
        }
        for (int nodes : sizes) {
            for (String timers : List.of("NONE", "IN_QUEUE", "BESIDE")) {
                String message = "PingPongBenchmark.message nodes=" + nodes + " queue=";
                for (String other : List.of("PRIORITY_QUEUE", "LADDER")) {
                    all.add(new Ratio(
                            "ping-pong " + nodes + ", timers " + timers.toLowerCase(Locale.ROOT) + ": "
                                    + other.toLowerCase(Locale.ROOT) + " / radix",
                            message + other + " timers=" + timers,
                            message + "RADIX timers=" + timers,
                            0,
                            0));
                }
            }
        }
        for (String what : List.of("sweep", "step")) {
            for (String crowd : List.of("SESSIONS", "PARKED", "IN_FLIGHT", "ALL")) {
                all.add(new Ratio(
                        "idle " + what + ": " + crowd.toLowerCase(Locale.ROOT) + " / one session",
                        "SweepBenchmark." + what + " crowd=" + crowd,
                        "SweepBenchmark." + what + " crowd=NONE",
                        0,
                        1.5));
            }
        }
        all.addAll(ofTransports());
        return all;
    }

    private static List<Ratio> ofTransports() {
        List<Ratio> all = new ArrayList<>();
        for (String keys : List.of("0", "64")) {
            String benchmark = "ControlRoundTripBenchmark.";
            String of = " keys=" + keys;
            String name = "control round trip, " + (keys.equals("0") ? "small" : keys + " keys");
            for (String other : List.of("jeromq", "libzmq")) {
                for (String measure : List.of("", Scores.CLOCK)) {
                    all.add(new Ratio(
                            name + (measure.isEmpty() ? "" : ", by the clock") + ": ours / " + other,
                            benchmark + "ours" + of + measure,
                            benchmark + other + of + measure,
                            0,
                            0));
                }
            }
            String oneWay = "control messages one way, " + (keys.equals("0") ? "small" : keys + " keys");
            for (String measure : List.of("", Scores.BYTES)) {
                all.add(new Ratio(
                        oneWay + (measure.isEmpty() ? "" : ", bytes allocated") + ": ours / jeromq",
                        benchmark + "oursOneWay" + of + measure,
                        benchmark + "jeromqOneWay" + of + measure,
                        0,
                        0));
            }
        }
        for (int kib : new int[] {64, 256, 1_024, 4_096}) {
            String of = " blockBytes=" + kib * 1_024;
            for (String measure : List.of("", Scores.CLOCK)) {
                all.add(new Ratio(
                        "shm, blocks of " + kib + " KiB" + (measure.isEmpty() ? "" : ", by the clock")
                                + ": memcpy / transport",
                        "ShmWriteBenchmark.memcpy" + of + measure,
                        "ShmWriteBenchmark.transport" + of + measure,
                        kib < 1_024 ? 0 : 0.8,
                        0));
            }
        }
        for (int blocks : new int[] {1, 64, 512}) {
            for (String measure : List.of("", Scores.CLOCK)) {
                all.add(new Ratio(
                        "nixl, batch of " + blocks + (measure.isEmpty() ? "" : ", by the clock") + ": JNI / C",
                        "NixlBatchBenchmark.jni blocks=" + blocks + measure,
                        "NixlBatchBenchmark.c blocks=" + blocks + measure,
                        0,
                        1.05));
            }
        }
        return all;
    }
}
