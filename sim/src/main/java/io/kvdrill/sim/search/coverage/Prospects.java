package io.kvdrill.sim.search.coverage;

import io.kvdrill.sim.search.coverage.Item.Kind;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.World;
import java.util.SortedSet;
import java.util.TreeSet;

/** What a run may reach, as far as its world tells before it runs: its faults, and the events that they are to follow. */
public final class Prospects {
    private Prospects() {}

    /** Those of a world. */
    public static SortedSet<Item> of(World world) {
        TreeSet<Item> items = new TreeSet<>();
        for (FaultSpec spec : world.faults()) {
            String fault = FaultNames.of(spec.fault());
            items.add(new Item(Kind.FAULT, fault));
            if (spec.at() instanceof Moment.After after && after.delayNanos() == 0) {
                items.add(new Item(
                        Kind.BOUNDARY, fault + " after " + kind(after.after().event())));
            }
        }
        return items;
    }

    private static String kind(String event) {
        return event.startsWith("sent:") ? "message_sent" : event.startsWith("received:") ? "message_received" : event;
    }
}
