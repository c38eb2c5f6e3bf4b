package io.kvdrill.scenarios.format.write;

import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.RegistrationFate;
import io.kvdrill.sim.world.Fault.WriteFate;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.WarmCache;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Worlds in the one form that the scenario format gives them, where they can be given in several. */
public final class Writable {
    private Writable() {}

    /**
     * A world that runs as this one does and that the format has words for: warm caches stand together by peer, times
     * that no fate looks at are gone, and what takes no time takes a nanosecond.
     */
    public static World formOf(World world) {
        return world.toBuilder()
                .about(world.about().isBlank() ? world.name() : world.about().strip())
                .onlyWarm(byPeer(world.warm()))
                .onlyRequests(world.requests().stream().map(Writable::formOf).toList())
                .onlyFaults(world.faults().stream()
                        .map(spec ->
                                new FaultSpec(spec.name(), spec.at(), spec.forNanos(), spec.until(), of(spec.fault())))
                        .toList())
                .build();
    }

    private static List<WarmCache> byPeer(List<WarmCache> caches) {
        Map<String, List<WarmCache>> byPeer = new LinkedHashMap<>();
        caches.forEach(cache ->
                byPeer.computeIfAbsent(cache.peer(), peer -> new ArrayList<>()).add(cache));
        return byPeer.values().stream().flatMap(List::stream).toList();
    }

    private static RequestSpec formOf(RequestSpec request) {
        return request.mode() == Mode.PD ? request : request.dispatched(new Dispatch.Together());
    }

    private static Fault of(Fault fault) {
        if (fault instanceof Fault.Writes writes) {
            boolean timed = writes.fate() == WriteFate.SLOW || writes.fate() == WriteFate.COMPLETION_LATE;
            return new Fault.Writes(writes.match(), writes.fate(), time(writes.nanos(), timed));
        } else if (fault instanceof Fault.Registrations registrations) {
            boolean timed = registrations.fate() == RegistrationFate.SLOW;
            return new Fault.Registrations(
                    registrations.at(),
                    registrations.of(),
                    registrations.fate(),
                    time(registrations.extraNanos(), timed));
        } else if (fault instanceof Fault.DelayMessages delay) {
            return new Fault.DelayMessages(delay.match(), time(delay.nanos(), true), delay.jitterNanos());
        } else if (fault instanceof Fault.StallStep stall) {
            return new Fault.StallStep(stall.peer(), time(stall.nanos(), true));
        } else if (fault instanceof Fault.StepClock step) {
            return new Fault.StepClock(step.peer(), time(step.nanos(), true));
        }
        return fault;
    }

    private static long time(long nanos, boolean timed) {
        return timed ? Math.max(1, nanos) : 0;
    }
}
