package io.kvdrill.sim.search.coverage;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.EventSchema;
import io.kvdrill.core.trace.SessionEvent.MessageQueued;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.fault.FaultEvent.FaultStruck;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.coverage.Item.Kind;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceListener;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What one run reaches. Sees every entry; names are made at the end, once for each thing. */
public final class RunCoverage implements TraceListener {
    private record Step(Machine machine, String from, Class<?> event, String to) {}

    private record Told(String how, Message.Type type) {}

    private record Struck(String fault, @Nullable Class<?> after) {}

    private final EventSchema schema = new EventSchema();
    private final Map<String, String> faults = new LinkedHashMap<>();
    private final Map<Class<?>, TraceEvent> events = new LinkedHashMap<>();
    private final Set<Step> steps = new LinkedHashSet<>();
    private final Set<Told> messages = new LinkedHashSet<>();
    private final Set<Struck> strikes = new LinkedHashSet<>();
    private final RoleStates states =
            new RoleStates((machine, from, event, to) -> steps.add(new Step(machine, from, event.getClass(), to)));

    private @Nullable TraceEntry last;

    /** Of a run of this world. */
    public RunCoverage(World world) {
        for (int i = 0; i < world.faults().size(); i++) {
            FaultSpec spec = world.faults().get(i);
            String name = spec.name() == null ? "faults[" + i + "]" : spec.name();
            faults.put(name, FaultNames.of(spec.fault()));
        }
    }

    @Override
    public void onEntry(TraceEntry entry) {
        TraceEvent event = entry.event();
        events.putIfAbsent(event.getClass(), event);
        if (event instanceof MessageSent sent) {
            messages.add(new Told("sent", sent.message().type()));
        } else if (event instanceof MessageQueued queued) {
            messages.add(new Told("queued", queued.message().type()));
        } else if (event instanceof MessageReceived received) {
            messages.add(new Told("received", received.message().type()));
        } else if (event instanceof FaultStruck struck) {
            TraceEntry before = last;
            strikes.add(new Struck(
                    faults.getOrDefault(struck.fault(), struck.fault()),
                    before != null && before.worldNanos() == entry.worldNanos()
                            ? before.event().getClass()
                            : null));
        }
        states.onEntry(entry);
        last = entry;
    }

    /** Everything that was reached, in order. */
    public SortedSet<Item> items(RunResult result) {
        TreeSet<Item> items = new TreeSet<>();
        result.rowsReached().values().forEach(rows -> rows.forEach(row -> items.add(new Item(Kind.ROW, row.name()))));
        messages.forEach(told -> items.add(new Item(Kind.MESSAGE, told.type().wireName() + " " + told.how())));
        events.values().forEach(event -> items.add(new Item(Kind.EVENT, schema.kind(event))));
        for (Struck struck : strikes) {
            items.add(new Item(Kind.FAULT, struck.fault()));
            if (struck.after() != null) {
                items.add(new Item(Kind.BOUNDARY, struck.fault() + " after " + kind(struck.after())));
            }
        }
        for (Step step : steps) {
            String machine = step.machine().word();
            items.add(new Item(Kind.STATE, machine + " " + step.to()));
            items.add(new Item(Kind.STEP, machine + ": " + step.from() + ", " + kind(step.event()) + ", " + step.to()));
        }
        return items;
    }

    private String kind(Class<?> type) {
        TraceEvent event = events.get(type);
        return event == null ? type.getSimpleName() : schema.kind(event);
    }
}
