package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A host whose time a test moves. */
final class FakeHost implements EngineHost, SlotMemory {
    private record Timed(long atNanos, Runnable action) {}

    final List<TraceEvent> events = new ArrayList<>();
    final List<LegResult> results = new ArrayList<>();
    final List<String> prefilled = new ArrayList<>();
    final Map<Long, BlockKey> content = new LinkedHashMap<>();
    private final List<Timed> timed = new ArrayList<>();
    long nowNanos;
    int wakes;
    boolean shutDown;

    /** Moves time on and runs what falls due. */
    void advance(long nanos) {
        nowNanos += nanos;
        for (Timed next : List.copyOf(timed)) {
            if (next.atNanos() <= nowNanos) {
                timed.remove(next);
                next.action().run();
            }
        }
    }

    <E extends TraceEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    @Override
    public TraceSink trace() {
        return events::add;
    }

    @Override
    public SlotMemory memory() {
        return this;
    }

    @Override
    public void runAfter(long delayNanos, Runnable action) {
        timed.add(new Timed(nowNanos + delayNanos, action));
    }

    @Override
    public void wake() {
        wakes++;
    }

    @Override
    public void onShutDown() {
        shutDown = true;
    }

    @Override
    public void onPrefillDone(String request, Leg leg) {
        prefilled.add(request);
    }

    @Override
    public void onLegEnded(LegResult result) {
        results.add(result);
    }

    @Override
    public void write(long slot, BlockKey key) {
        content.put(slot, key);
    }

    @Override
    public boolean holds(long slot, BlockKey key) {
        return describe(slot).equals(key.hex());
    }

    @Override
    public String describe(long slot) {
        BlockKey held = content.get(slot);
        return held == null ? "nothing" : held.hex();
    }
}
