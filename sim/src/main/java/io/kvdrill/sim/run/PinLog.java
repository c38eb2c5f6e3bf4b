package io.kvdrill.sim.run;

import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceListener;
import java.util.LinkedHashMap;
import java.util.Map;

/** How long slots were pinned for transfers, added up over slots, by peer. Quarantined slots are not counted. */
final class PinLog implements TraceListener {
    private record Id(String peer, long job) {}

    private record Pin(long sinceNanos, int slots) {}

    private final Map<Id, Pin> pins = new LinkedHashMap<>();
    private final Map<String, Long> slotNanos = new LinkedHashMap<>();

    /** Slot-nanoseconds of a peer, those of pins that last to this moment included. */
    long slotNanos(String peer, long nowNanos) {
        long sum = slotNanos.getOrDefault(peer, 0L);
        for (Map.Entry<Id, Pin> open : pins.entrySet()) {
            if (open.getKey().peer().equals(peer)) {
                sum += (nowNanos - open.getValue().sinceNanos())
                        * open.getValue().slots();
            }
        }
        return sum;
    }

    @Override
    public void onEntry(TraceEntry entry) {
        String peer = entry.peer();
        if (entry.event() instanceof EngineEvent.SlotsPinned pinned && pinned.job() != 0) {
            pins.put(
                    new Id(peer, pinned.job()),
                    new Pin(entry.worldNanos(), pinned.slots().size()));
        } else if (entry.event() instanceof EngineEvent.SlotsUnpinned unpinned) {
            end(new Id(peer, unpinned.job()), entry.worldNanos());
        } else if (entry.event() instanceof EngineEvent.SlotsQuarantined held && held.direction() == Direction.STORE) {
            end(new Id(peer, held.job()), entry.worldNanos());
        } else if (entry.event() instanceof EngineEvent.EngineStarted) {
            pins.keySet().stream()
                    .filter(id -> id.peer().equals(peer))
                    .toList()
                    .forEach(id -> end(id, entry.worldNanos()));
        }
    }

    private void end(Id id, long nowNanos) {
        Pin pin = pins.remove(id);
        if (pin != null) {
            slotNanos.merge(id.peer(), (nowNanos - pin.sinceNanos()) * pin.slots(), Long::sum);
        }
    }
}
