package io.kvdrill.scenarios.format.expand;

import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Writes a document out: one peer, request, fault and expectation for each that it speaks of. */
public final class Expander {
    private final Type<?> fault;
    private final Type<?> expectation;
    private final Type<?> link;
    private final Type<?> workload;

    /**
     * A writer that finds names by what these types say.
     *
     * @param faultType an item of {@code faults}
     * @param expectationType an item of {@code expect}
     * @param linkType an item of {@code links.between}
     * @param workloadType a value of {@code workloads}
     */
    public Expander(Type<?> faultType, Type<?> expectationType, Type<?> linkType, Type<?> workloadType) {
        this.fault = faultType;
        this.expectation = expectationType;
        this.link = linkType;
        this.workload = workloadType;
    }

    /**
     * The document without counts and groups.
     *
     * @param problems told of counts that are none, or too large; what is returned then is of no use
     */
    public YamlValue.Mapping writeOut(YamlValue.Mapping document, Problems problems) {
        PeerCopies peers = new PeerCopies(problems);
        YamlValue.Mapping result = peers.writeOut(document);
        RequestCopies requests = new RequestCopies(problems);
        result = list(result, "requests", requests::writeOut);
        FaultCopies faults = new FaultCopies(fault, peers.groups(), problems);
        result = list(result, "faults", faults::writeOut);
        Map<Reading.Names, Groups> groups = new EnumMap<>(Reading.Names.class);
        groups.put(Reading.Names.PEER, peers.groups());
        groups.put(Reading.Names.REQUEST, requests.groups());
        Combinations combinations = new Combinations(groups, CountFields.MOST_EXPECTATIONS);
        UnaryOperator<List<YamlValue>> expectations = items -> each(combinations, expectation, items, problems);
        result = list(result, "expect", expectations);
        result = inside(
                result, "under", true, outcome -> list(list(outcome, "expect", expectations), "drop", expectations));
        result = inside(
                result,
                "links",
                false,
                links -> list(links, "between", items -> each(combinations, link, items, problems)));
        result = inside(result, "workloads", false, workloads -> workloads(workloads, combinations));
        return inside(result, "warm", false, warm -> warm(warm, peers.groups(), problems));
    }

    private static List<YamlValue> each(
            Combinations combinations, Type<?> type, List<YamlValue> items, Problems problems) {
        List<YamlValue> written = new ArrayList<>();
        for (YamlValue item : items) {
            written.addAll(combinations.of(type, item));
            if (written.size() > CountFields.MOST_EXPECTATIONS) {
                problems.add(
                        item.span(),
                        "more than " + Texts.count(CountFields.MOST_EXPECTATIONS) + " items, each name counted",
                        "name fewer");
                return List.of();
            }
        }
        return written;
    }

    private static YamlValue.Mapping list(
            YamlValue.Mapping mapping, String field, UnaryOperator<List<YamlValue>> change) {
        YamlValue.Entry entry = mapping.entry(field).orElse(null);
        if (entry == null || (entry.value() instanceof YamlValue.Scalar scalar && scalar.isNull())) {
            return mapping;
        }
        List<YamlValue> items =
                entry.value() instanceof YamlValue.Sequence sequence ? sequence.items() : List.of(entry.value());
        YamlValue changed = YamlValue.Sequence.of(entry.value().span(), change.apply(items));
        return mapping.with(new YamlValue.Entry(field, entry.nameSpan(), changed));
    }

    /** Changes a mapping inside a mapping, or all mappings inside that. */
    private static YamlValue.Mapping inside(
            YamlValue.Mapping mapping, String field, boolean each, UnaryOperator<YamlValue.Mapping> change) {
        YamlValue.Entry entry = mapping.entry(field).orElse(null);
        if (entry == null || !(entry.value() instanceof YamlValue.Mapping inner)) {
            return mapping;
        }
        YamlValue.Mapping changed = inner;
        if (each) {
            for (YamlValue.Entry one : inner.entries()) {
                changed = inside(changed, one.name(), false, change);
            }
        } else {
            changed = change.apply(inner);
        }
        return mapping.with(new YamlValue.Entry(field, entry.nameSpan(), changed));
    }

    private YamlValue.Mapping workloads(YamlValue.Mapping workloads, Combinations combinations) {
        return YamlValue.Mapping.of(
                workloads.span(),
                workloads.entries().stream()
                        .map(entry -> new YamlValue.Entry(
                                entry.name(),
                                entry.nameSpan(),
                                combinations.of(workload, entry.value()).get(0)))
                        .toList());
    }

    private static YamlValue.Mapping warm(YamlValue.Mapping warm, Groups peers, Problems problems) {
        Map<String, YamlValue.Entry> entries = new LinkedHashMap<>();
        for (YamlValue.Entry entry : warm.entries()) {
            for (String peer : peers.resolve(entry.name())) {
                YamlValue.Entry earlier =
                        entries.putIfAbsent(peer, new YamlValue.Entry(peer, entry.nameSpan(), entry.value()));
                if (earlier != null) {
                    problems.add(
                            entry.nameSpan(),
                            "'" + peer + "' is among those of '" + entry.name() + "' and in line "
                                    + earlier.nameSpan().line() + ", too");
                }
            }
        }
        return YamlValue.Mapping.of(warm.span(), List.copyOf(entries.values()));
    }
}
