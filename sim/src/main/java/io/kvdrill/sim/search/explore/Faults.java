package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.fault.FaultInjector;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashMap;
import java.util.Map;

/** The faults of a world whose moments are left open, by what waits for these moments. */
final class Faults {

    /** One of them: what it is called, and the peer that it ends, if it ends one. */
    record Open(String name, String peer) {}

    private final Map<String, Open> byMoment = new LinkedHashMap<>();

    /** The open faults of a world. */
    Faults(World world) {
        for (int i = 0; i < world.faults().size(); i++) {
            FaultSpec spec = world.faults().get(i);
            if (spec.at() instanceof Moment.Any) {
                String peer = ended(spec.fault());
                String given = spec.name();
                String name = given != null ? given : spec.fault().word() + (peer.isEmpty() ? "" : " " + peer);
                boolean taken =
                        byMoment.values().stream().anyMatch(open -> open.name().equals(name));
                byMoment.put(
                        FaultInjector.waitOf(spec, i),
                        new Open(
                                taken ? name + " (faults[" + i + "])" : name,
                                peer.isEmpty() ? "" : world.peer(peer).id()));
            }
        }
    }

    /** How many there are. */
    int size() {
        return byMoment.size();
    }

    Open of(String moment) {
        Open open = byMoment.get(moment);
        if (open == null) {
            throw new IllegalArgumentException("no fault waits for an open moment as \"" + moment + "\"");
        }
        return open;
    }

    /** A fault that ends a process with all that it has yet to do; it concerns nobody else before they hear of it. */
    private static String ended(Fault fault) {
        if (fault instanceof Fault.Kill kill && kill.plane() == Fault.Plane.BOTH) {
            return kill.peer();
        }
        return fault instanceof Fault.PowerOff off ? off.peer() : "";
    }
}
