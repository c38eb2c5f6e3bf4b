package io.kvdrill.sim.search.coverage;

import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.search.coverage.Item.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** What many runs have reached, and how many of them. Does not depend on the order in which they are added. */
public final class Coverage {
    private final SortedMap<Item, Long> runs = new TreeMap<>();

    /**
     * Takes what one run reached.
     *
     * @return how many things no run before had reached
     */
    public int add(Collection<Item> reached) {
        int before = runs.size();
        reached.forEach(item -> runs.merge(item, 1L, Long::sum));
        return runs.size() - before;
    }

    /** Takes what some runs reached. */
    public void add(Item item, long howManyRuns) {
        runs.merge(item, howManyRuns, Long::sum);
    }

    /** How many runs reached each thing. */
    public SortedMap<Item, Long> runs() {
        return Collections.unmodifiableSortedMap(runs);
    }

    /** How many things of a kind were reached. */
    public long reached(Kind kind) {
        return runs.keySet().stream().filter(item -> item.kind() == kind).count();
    }

    /** How many different things were reached. */
    public int size() {
        return runs.size();
    }

    /**
     * The things of a kind that were never reached, where it is known what there is; empty for {@link Kind#BOUNDARY} and
     * {@link Kind#STEP}.
     */
    public List<String> never(Kind kind) {
        TreeSet<String> never = new TreeSet<>(universe(kind));
        runs.keySet().stream().filter(item -> item.kind() == kind).forEach(item -> never.remove(item.name()));
        return List.copyOf(never);
    }

    private static Collection<String> universe(Kind kind) {
        return switch (kind) {
            case ROW -> Rows.all().stream().map(Row::name).toList();
            case MESSAGE -> messages();
            case EVENT -> new EventCatalogue().events();
            case FAULT -> FaultNames.all();
            case STATE -> states();
            case BOUNDARY, STEP -> List.of();
        };
    }

    private static List<String> messages() {
        List<String> names = new ArrayList<>();
        for (Message.Type type : Message.Type.values()) {
            names.add(type.wireName() + " sent");
            names.add(type.wireName() + " received");
        }
        return names;
    }

    private static List<String> states() {
        List<String> names = new ArrayList<>();
        for (Machine machine : Machine.values()) {
            machine.states().forEach(state -> names.add(machine.word() + " " + state));
        }
        return names;
    }
}
