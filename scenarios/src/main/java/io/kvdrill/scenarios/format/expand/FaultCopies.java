package io.kvdrill.scenarios.format.expand;

import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes out faults that strike several times, and faults of several peers. */
final class FaultCopies {
    private static final String PARTITION = "partition";
    private static final String NAME = "name";

    private final Type<?> fault;
    private final Groups peers;
    private final Combinations combinations;
    private final Problems problems;
    private final List<YamlValue> written = new ArrayList<>();

    /**
     * A writer.
     *
     * @param fault what an item may be
     */
    FaultCopies(Type<?> fault, Groups peers, Problems problems) {
        this.fault = fault;
        this.peers = peers;
        Map<Reading.Names, Groups> groups = new EnumMap<>(Reading.Names.class);
        groups.put(Reading.Names.PEER, peers);
        this.combinations = new Combinations(groups, CountFields.MOST_FAULTS);
        this.problems = problems;
    }

    /** One item for each strike at each peer. */
    List<YamlValue> writeOut(List<YamlValue> items) {
        for (YamlValue item : items) {
            if (item instanceof YamlValue.Mapping mapping) {
                strikes(mapping);
            } else {
                written.add(item);
            }
            if (written.size() > CountFields.MOST_FAULTS) {
                problems.add(
                        item.span(),
                        "more than " + Texts.count(CountFields.MOST_FAULTS) + " faults, each peer and strike counted",
                        "name fewer peers, or fewer times");
                return List.of();
            }
        }
        return written;
    }

    private void strikes(YamlValue.Mapping item) {
        Long every = read(CountFields.FAULT_EVERY, item);
        Integer times = read(CountFields.TIMES, item);
        boolean hasEvery = item.entry(CountFields.FAULT_EVERY.name()).isPresent();
        boolean hasTimes = item.entry(CountFields.TIMES.name()).isPresent();
        if (hasEvery != hasTimes) {
            problems.add(
                    item.span(),
                    "'every' and 'times' go together",
                    hasEvery ? "add 'times', such as times: 3" : "add 'every', such as every: 10s");
            return;
        }
        if (every == null || times == null) {
            peers(item, true);
            return;
        }
        if (item.entry("until").isPresent()) {
            problems.add(
                    item.get("until").orElse(item).span(),
                    "a fault that strikes several times cannot end at one moment",
                    "say with 'for' how long each lasts");
            return;
        }
        YamlValue.Mapping plain = item.without(CountFields.FAULT_EVERY.name()).without(CountFields.TIMES.name());
        for (int k = 0; k < times && written.size() <= CountFields.MOST_FAULTS; k++) {
            peers(Shifts.item(plain, every * k), k == 0);
        }
    }

    /** The name of a fault stands for its first strike. */
    private void peers(YamlValue.Mapping item, boolean first) {
        boolean named = first;
        for (YamlValue copy : copies(item)) {
            boolean keep = named || !(copy instanceof YamlValue.Mapping);
            written.add(keep ? copy : ((YamlValue.Mapping) copy).without(NAME));
            named = false;
        }
    }

    private List<YamlValue> copies(YamlValue.Mapping item) {
        YamlValue.Entry cut = item.entry(PARTITION).orElse(null);
        if (cut != null) {
            YamlValue side = cut.value() instanceof YamlValue.Sequence sequence
                            && sequence.items().size() == 1
                    ? sequence.items().get(0)
                    : cut.value();
            if (side instanceof YamlValue.Scalar group && peers.isGroup(group.text())) {
                return fromTheRest(item, cut, group);
            }
        }
        return combinations.of(fault, item);
    }

    /** A group is cut off from all others; its own peers still reach each other. */
    private List<YamlValue> fromTheRest(YamlValue.Mapping item, YamlValue.Entry cut, YamlValue.Scalar group) {
        List<String> inside = peers.resolve(group.text());
        List<String> outside =
                peers.all().stream().filter(peer -> !inside.contains(peer)).toList();
        if (outside.isEmpty()) {
            return combinations.of(fault, item);
        }
        List<YamlValue> copies = new ArrayList<>();
        for (String one : inside) {
            for (String other : outside) {
                List<YamlValue> pair = List.of(
                        new YamlValue.Scalar(group.span(), one, false),
                        new YamlValue.Scalar(group.span(), other, false));
                copies.add(item.with(new YamlValue.Entry(
                        PARTITION,
                        cut.nameSpan(),
                        YamlValue.Sequence.of(cut.value().span(), pair))));
            }
            if (copies.size() > CountFields.MOST_FAULTS) {
                return copies;
            }
        }
        return copies;
    }

    private <T> @Nullable T read(Field<T> field, YamlValue.Mapping item) {
        YamlValue value = item.get(field.name()).orElse(null);
        return value == null ? null : field.type().read(value, new Reading(problems));
    }
}
