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
    private final SortedMap<Item, Reach> reached = new TreeMap<>();

    /**
     * How often something was reached.
     *
     * @param runs by so many runs
     * @param firstRun the place in the search, from 1, of the first of them
     */
    public record Reach(long runs, long firstRun) {
        private Reach and(Reach other) {
            return new Reach(runs + other.runs, Math.min(firstRun, other.firstRun));
        }
    }

    /**
     * Takes what one run reached.
     *
     * @param run its place in the search, from 1
     * @return how many things no run before had reached
     */
    public int add(long run, Collection<Item> items) {
        int before = reached.size();
        Reach once = new Reach(1, run);
        items.forEach(item -> add(item, once));
        return reached.size() - before;
    }

    /** Takes what runs elsewhere reached. */
    public void add(Item item, Reach reach) {
        reached.merge(item, reach, Reach::and);
    }

    /** Everything that was reached. */
    public SortedMap<Item, Reach> reached() {
        return Collections.unmodifiableSortedMap(reached);
    }

    /** How many different things the runs up to a place have reached. */
    public long reachedBy(long run) {
        return reached.values().stream()
                .filter(reach -> reach.firstRun() <= run)
                .count();
    }

    /** How many things of a kind were reached. */
    public long reached(Kind kind) {
        return reached.keySet().stream().filter(item -> item.kind() == kind).count();
    }

    /** How many different things were reached. */
    public int size() {
        return reached.size();
    }

    /**
     * The things of a kind that were never reached, where it is known what there is; empty for {@link Kind#BOUNDARY} and
     * {@link Kind#STEP}.
     */
    public List<String> never(Kind kind) {
        TreeSet<String> never = new TreeSet<>(universe(kind));
        reached.keySet().stream().filter(item -> item.kind() == kind).forEach(item -> never.remove(item.name()));
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
