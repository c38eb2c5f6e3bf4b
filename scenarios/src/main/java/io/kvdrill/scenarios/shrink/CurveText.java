package io.kvdrill.scenarios.shrink;

import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.scenarios.explain.Wrap;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.run.EntryText;
import io.kvdrill.scenarios.run.PeerNames;
import io.kvdrill.sim.search.why.Curve;
import io.kvdrill.sim.search.why.Cut;
import io.kvdrill.sim.search.why.Variation;
import io.kvdrill.sim.trace.TraceEntry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A {@link Curve} for people, and as JSON. */
final class CurveText {
    private static final int BAR = 30;
    private static final int MOST_ENTRIES = 12;

    private final FailingRun failing;
    private final Curve curve;
    private final PeerNames peers;
    private final EntryText text;

    CurveText(FailingRun failing, Curve curve) {
        this.failing = failing;
        this.curve = curve;
        this.peers = new PeerNames(failing.candidate().world());
        this.text = EntryText.of(failing.candidate().world());
    }

    /** Lines of at most 80 columns. */
    String lines() {
        StringBuilder out = new StringBuilder();
        out.append(Wrap.words(
                failing.label() + ": " + curve.law() + " breaks at " + Texts.seconds(curve.brokenNanos()), "", "  "));
        out.append(Wrap.words(
                curve.cuts().get(0).futures() + " futures from each of "
                        + curve.cuts().size() + " moments on; in them " + varied() + ".",
                "  ",
                "  "));
        for (int i = 0; i < curve.cuts().size(); i++) {
            out.append(line(curve.cuts().get(i), i > 0 && i == curve.step()));
        }
        out.append(Wrap.words(verdict(), "  ", "  "));
        List<TraceEntry> happened = curve.happened();
        int skipped = Math.max(0, happened.size() - MOST_ENTRIES);
        if (skipped > 0) {
            out.append("    ... ").append(skipped).append(" earlier\n");
        }
        for (TraceEntry entry : happened.subList(skipped, happened.size())) {
            StoredEntry stored = failing.result().trace().store(entry);
            String first = String.format(
                    Locale.ROOT, "    %15s  %-8s ", Texts.seconds(entry.worldNanos()), peers.of(entry.peer()));
            out.append(Wrap.words(stored.kind() + " " + text.of(stored), first, " ".repeat(30)));
        }
        return out.toString();
    }

    /** One line. */
    String json() {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("run", failing.label());
        line.put("law", curve.law());
        line.put("broken_s", seconds(curve.brokenNanos()));
        line.put("varied", varied());
        line.put("jitter_percent", curve.variation().jitterPercent());
        List<Map<String, Object>> cuts = new ArrayList<>();
        for (Cut cut : curve.cuts()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("virtual_s", seconds(cut.atNanos()));
            fields.put("futures", cut.futures());
            fields.put("failed", cut.failed());
            fields.put("share", rounded(cut.share()));
            fields.put("low", rounded(cut.low()));
            fields.put("high", rounded(cut.high()));
            cuts.add(fields);
        }
        line.put("postponed_percent", curve.variation().postponedPercent());
        line.put("cuts", cuts);
        if (curve.step() > 0) {
            Map<String, Object> step = new LinkedHashMap<>();
            step.put("from_s", seconds(curve.cuts().get(curve.step() - 1).atNanos()));
            step.put("to_s", seconds(curve.cuts().get(curve.step()).atNanos()));
            List<String> events = new ArrayList<>();
            for (TraceEntry entry : curve.happened()) {
                StoredEntry stored = failing.result().trace().store(entry);
                events.add((peers.of(entry.peer()) + " " + stored.kind() + " " + text.of(stored)).strip());
            }
            step.put("events", events);
            line.put("step", step);
        }
        if (curve.inevitableNanos() >= 0) {
            line.put("inevitable_from_s", seconds(curve.inevitableNanos()));
        }
        line.put("runs", curve.runs());
        return JsonMapper.shared().writeValueAsString(line);
    }

    private String line(Cut cut, boolean step) {
        int full = (int) Math.round(cut.share() * BAR);
        return String.format(
                Locale.ROOT,
                "  %16s  %4.0f %% [%3.0f,%4.0f] %s%s%n",
                Texts.seconds(cut.atNanos()),
                100 * cut.share(),
                100 * cut.low(),
                100 * cut.high(),
                "#".repeat(full) + ".".repeat(BAR - full),
                step ? " <" : "");
    }

    private String varied() {
        Variation variation = curve.variation();
        if (variation.chance()) {
            return "chance is drawn anew";
        }
        String postponed = variation.postponedPercent() == 0
                ? ""
                : ", and faults and requests with a time come up to " + variation.postponedPercent()
                        + " % of what is left until then later";
        return "fixed latencies are up to " + variation.jitterPercent()
                + " % longer, events of one instant come in any order" + postponed
                + "; for less than that does not change the outcome enough";
    }

    private String verdict() {
        List<Cut> cuts = curve.cuts();
        if (curve.inevitableNanos() == 0) {
            return "Inevitable from the start: whatever these futures vary, the law breaks.";
        }
        if (curve.step() == 0) {
            return "The likelihood does not rise before the law breaks.";
        }
        Cut before = cuts.get(curve.step() - 1);
        Cut after = cuts.get(curve.step());
        return String.format(
                Locale.ROOT,
                "%sThe largest step, from %.0f %% to %.0f %%, is what happened from %s to %s:",
                curve.inevitableNanos() > 0
                        ? "Inevitable from " + Texts.seconds(curve.inevitableNanos()) + " on. "
                        : "",
                100 * before.share(),
                100 * after.share(),
                Texts.seconds(before.atNanos()),
                Texts.seconds(after.atNanos()));
    }

    private static BigDecimal seconds(long nanos) {
        return BigDecimal.valueOf(nanos, 9).stripTrailingZeros();
    }

    private static BigDecimal rounded(double share) {
        return BigDecimal.valueOf(Math.round(share * 10_000), 4);
    }
}
