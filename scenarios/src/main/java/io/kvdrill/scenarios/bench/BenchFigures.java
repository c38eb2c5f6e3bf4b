package io.kvdrill.scenarios.bench;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What several measurements of one run come to: medians, and what checking and tracing cost as ratios of CPU time. The
 * measurements of one mode are next to those of the others, so that what else the machine does befalls all of them.
 */
public final class BenchFigures {
    private final String name;
    private final Map<BenchMode, List<Measured>> measured;

    /**
     * Figures.
     *
     * @param measured at least one of {@link BenchMode#CHECKED}
     */
    public BenchFigures(String name, Map<BenchMode, List<Measured>> measured) {
        this.name = name;
        this.measured = new EnumMap<>(measured);
    }

    private List<Measured> of(BenchMode mode) {
        return measured.getOrDefault(mode, List.of());
    }

    private long median(BenchMode mode, ToLongFunction<Measured> figure) {
        List<Long> sorted = of(mode).stream()
                .map(figure::applyAsLong)
                .sorted(Comparator.naturalOrder())
                .toList();
        return sorted.get(sorted.size() / 2);
    }

    private Measured any() {
        return of(BenchMode.CHECKED).get(0);
    }

    /** What the run is called. */
    public String name() {
        return name;
    }

    /** Protocol events of the run. */
    public long entries() {
        return any().entries();
    }

    /** Protocol events in a second of CPU time, all laws being checked. */
    public double entriesPerCpuSecond() {
        return entries() * 1e9 / median(BenchMode.CHECKED, Measured::cpuNanos);
    }

    /** Protocol events in a second on the clock. */
    public double entriesPerSecond() {
        return entries() * 1e9 / median(BenchMode.CHECKED, Measured::wallNanos);
    }

    /** Virtual seconds in a second on the clock. */
    public double virtualPerWall() {
        return (double) any().virtualNanos() / median(BenchMode.CHECKED, Measured::wallNanos);
    }

    /** Bytes allocated for each protocol event. */
    public double bytesPerEntry() {
        return (double) median(BenchMode.CHECKED, Measured::allocatedBytes) / entries();
    }

    /** Most heap in use, garbage included. */
    public long peakBytes() {
        return median(BenchMode.CHECKED, Measured::peakBytes);
    }

    /** CPU time that checking adds, as a share of the run without it; NaN if that was not measured. */
    public double checkingCost() {
        return of(BenchMode.UNCHECKED).isEmpty() ? Double.NaN : ratio(BenchMode.CHECKED, BenchMode.UNCHECKED) - 1;
    }

    /** CPU time that writing the trace adds, as a share of the checked run; NaN if that was not measured. */
    public double tracingCost() {
        return of(BenchMode.TRACED).isEmpty() ? Double.NaN : ratio(BenchMode.TRACED, BenchMode.CHECKED) - 1;
    }

    private double ratio(BenchMode more, BenchMode less) {
        return (double) median(more, Measured::cpuNanos) / median(less, Measured::cpuNanos);
    }

    /** All of it, by names for programs. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("bench", name);
        fields.put("entries", entries());
        fields.put("kernel_events", any().kernelEvents());
        fields.put("virtual_s", any().virtualNanos() / 1e9);
        fields.put("entries_per_cpu_s", Math.round(entriesPerCpuSecond()));
        fields.put("entries_per_s", Math.round(entriesPerSecond()));
        fields.put("virtual_per_wall", Math.round(virtualPerWall() * 10) / 10.0);
        fields.put("bytes_per_entry", Math.round(bytesPerEntry()));
        fields.put("peak_mib", peakBytes() >> 20);
        put(fields, "checking_cost", checkingCost());
        put(fields, "tracing_cost", tracingCost());
        fields.put("fingerprint", any().fingerprint());
        return fields;
    }

    private static void put(Map<String, Object> fields, String field, double share) {
        if (!Double.isNaN(share)) {
            fields.put(field, Math.round(share * 1000) / 1000.0);
        }
    }
}
