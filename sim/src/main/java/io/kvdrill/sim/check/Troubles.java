package io.kvdrill.sim.check;

import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which peers, and which pairs of peers, a fault of the world has touched so far. Once touched, always touched: what a
 * fault leaves behind may show much later.
 */
final class Troubles {
    private record Pair(String one, String other) {
        static Pair of(String a, String b) {
            return a.compareTo(b) <= 0 ? new Pair(a, b) : new Pair(b, a);
        }
    }

    private final Map<String, FaultSpec> specs = new LinkedHashMap<>();
    private final Map<String, String> ids = new LinkedHashMap<>();
    private final Map<String, Long> peers = new LinkedHashMap<>();
    private final Map<Pair, Long> pairs = new LinkedHashMap<>();
    private long everybody;

    Troubles(World world) {
        for (int i = 0; i < world.faults().size(); i++) {
            FaultSpec spec = world.faults().get(i);
            specs.put(spec.name() == null ? "faults[" + i + "]" : spec.name(), spec);
        }
        for (PeerSpec peer : world.peers()) {
            ids.put(peer.name(), peer.id());
        }
    }

    /** A fault of the world strikes, told by its name in the trace. */
    void struck(String fault, long sequence) {
        FaultSpec spec = specs.get(fault);
        if (spec != null) {
            mark(spec.fault(), sequence);
        }
    }

    /** The peer that this fault lets stand still; null for any other fault. */
    @Nullable String standsStill(String fault) {
        FaultSpec spec = specs.get(fault);
        if (spec == null) {
            return null;
        } else if (spec.fault() instanceof Fault.Pause pause) {
            return id(pause.peer());
        } else if (spec.fault() instanceof Fault.StallStep stall) {
            return id(stall.peer());
        } else if (spec.fault() instanceof Fault.StepClock step) {
            return id(step.peer());
        }
        return null;
    }

    /** The peer whose data plane this fault keeps from ending a registration; null for any other fault. */
    @Nullable String registersForEver(String fault) {
        FaultSpec spec = specs.get(fault);
        if (spec != null
                && spec.fault() instanceof Fault.Registrations registrations
                && registrations.fate() == Fault.RegistrationFate.NEVER) {
            return id(registrations.at());
        }
        return null;
    }

    /**
     * The peer of which this fault ends one channel, while its process lives on, or takes the identity; null for any other
     * fault.
     */
    @Nullable String cripples(String fault) {
        FaultSpec spec = specs.get(fault);
        if (spec != null && spec.fault() instanceof Fault.Kill kill && kill.plane() != Fault.Plane.BOTH) {
            return id(kill.peer());
        } else if (spec != null
                && spec.fault() instanceof Fault.SendFrame frame
                && frame.frame() == Fault.HostileFrame.CONNECT) {
            return id(frame.as());
        }
        return null;
    }

    private void mark(Fault fault, long sequence) {
        if (fault instanceof Fault.Kill kill) {
            peer(id(kill.peer()), sequence);
        } else if (fault instanceof Fault.Restart restart) {
            peer(id(restart.peer()), sequence);
        } else if (fault instanceof Fault.PowerOff off) {
            peer(id(off.peer()), sequence);
        } else if (fault instanceof Fault.ShutDown shutDown) {
            peer(id(shutDown.peer()), sequence);
        } else if (fault instanceof Fault.ResetCache reset) {
            peer(id(reset.peer()), sequence);
        } else if (fault instanceof Fault.Pause pause) {
            peer(id(pause.peer()), sequence);
        } else if (fault instanceof Fault.StallStep stall) {
            peer(id(stall.peer()), sequence);
        } else if (fault instanceof Fault.DriftClock drift) {
            peer(id(drift.peer()), sequence);
        } else if (fault instanceof Fault.StepClock step) {
            peer(id(step.peer()), sequence);
        } else if (fault instanceof Fault.Partition partition) {
            between(partition.from(), partition.to(), sequence);
        } else if (fault instanceof Fault.ResetConnection reset) {
            between(reset.between(), reset.and(), sequence);
        } else if (fault instanceof Fault.DropConnection drop) {
            between(drop.between(), drop.and(), sequence);
        } else if (fault instanceof Fault.DelayMessages delay) {
            between(delay.match().from(), delay.match().to(), sequence);
        } else if (fault instanceof Fault.DropMessage drop) {
            between(drop.match().from(), drop.match().to(), sequence);
        } else if (fault instanceof Fault.HoldMessages hold) {
            between(hold.match().from(), hold.match().to(), sequence);
        } else if (fault instanceof Fault.Registrations registrations) {
            // One worker registers all peers of its own: the fault is the registering peer's.
            peer(id(registrations.at()), sequence);
        } else if (fault instanceof Fault.Writes writes) {
            between(writes.match().from(), writes.match().to(), sequence);
        } else if (fault instanceof Fault.SendFrame frame) {
            peer(id(frame.as()), sequence);
        } else {
            everybody = first(everybody, sequence);
        }
    }

    private void between(@Nullable String from, @Nullable String to, long sequence) {
        if (from != null && to != null) {
            pairs.putIfAbsent(Pair.of(id(from), id(to)), sequence);
        } else if (from != null) {
            peer(id(from), sequence);
        } else if (to != null) {
            peer(id(to), sequence);
        } else {
            everybody = first(everybody, sequence);
        }
    }

    private static long first(long before, long sequence) {
        return before == 0 ? sequence : before;
    }

    private String id(String name) {
        return ids.getOrDefault(name, name);
    }

    /** Something is wrong with a peer from here on. */
    void peer(String id, long sequence) {
        peers.putIfAbsent(id, sequence);
    }

    /** Whether any fault has struck. */
    boolean any() {
        return everybody > 0 || !peers.isEmpty() || !pairs.isEmpty();
    }

    /** Whether a fault has touched this peer itself. */
    boolean touched(String peer) {
        return everybody > 0 || peers.containsKey(peer);
    }

    /** Whether a fault has touched one of two peers, or what is between them. */
    boolean touched(String a, String b) {
        return touched(a) || touched(b) || pairs.containsKey(Pair.of(a, b));
    }

    /** Where the faults struck that touched none of these two, the first of each peer and pair; at most eight. */
    List<Long> elsewhere(String a, String b) {
        List<Long> sequences = new ArrayList<>();
        peers.forEach((peer, sequence) -> {
            if (!peer.equals(a) && !peer.equals(b)) {
                sequences.add(sequence);
            }
        });
        pairs.forEach((pair, sequence) -> {
            if (!pair.equals(Pair.of(a, b))) {
                sequences.add(sequence);
            }
        });
        return sequences.size() > 8 ? sequences.subList(0, 8) : sequences;
    }
}
