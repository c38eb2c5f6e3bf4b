package io.kvdrill.sim.world;

import io.kvdrill.sim.world.WorldValidation.Problems;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks of the faults, but for their moments. */
final class FaultChecks {
    private static final long MAX_NANOS = Long.MAX_VALUE / 4;
    private static final int MAX_IDENTITY_BYTES = 255;

    private final World world;
    private final Problems problems;
    private final List<String> peers;
    private final List<String> requests;

    FaultChecks(World world, Problems problems) {
        this.world = world;
        this.problems = problems;
        this.peers = PeerChecks.names(world);
        this.requests = world.requests().stream().map(RequestSpec::id).toList();
    }

    void check() {
        for (int i = 0; i < world.faults().size(); i++) {
            FaultSpec spec = world.faults().get(i);
            String path = "faults[" + i + "]";
            Long length = spec.forNanos();
            if (length != null) {
                problems.range(path + ".for_nanos", length, 1, MAX_NANOS, " ns");
                if (spec.until() != null) {
                    problems.add(path + ".until", "stands beside a length; state one of the two");
                }
            }
            if (spec.at() instanceof Moment.At from
                    && spec.until() instanceof Moment.At to
                    && to.nanos() <= from.nanos()) {
                problems.add(path + ".until", "is not after the moment when the fault strikes");
            }
            boolean ends = length != null || spec.until() != null;
            if (ends && !lasting(spec.fault())) {
                problems.add(path, "\"" + spec.fault().word() + "\" is over at once; it can have no end");
            }
            fault(path + "." + spec.fault().word(), spec.fault(), ends);
        }
    }

    /** Whether a fault goes on for a time. */
    static boolean lasting(Fault fault) {
        if (fault instanceof Fault.DropMessage drop) {
            return drop.nth() == 0;
        }
        if (fault instanceof Fault.Writes writes) {
            return writes.match().nth() == 0 || writes.fate() == Fault.WriteFate.STALLS;
        }
        return fault instanceof Fault.Pause
                || fault instanceof Fault.Partition
                || fault instanceof Fault.DelayMessages
                || fault instanceof Fault.HoldMessages
                || fault instanceof Fault.Registrations;
    }

    private void fault(String path, Fault fault, boolean ends) {
        if (fault instanceof Fault.Kill kill) {
            peer(path + ".peer", kill.peer());
        } else if (fault instanceof Fault.Restart restart) {
            peer(path + ".peer", restart.peer());
            time(path + ".down_nanos", restart.downNanos());
        } else if (fault instanceof Fault.PowerOff off) {
            peer(path + ".peer", off.peer());
        } else if (fault instanceof Fault.ShutDown shutDown) {
            peer(path + ".peer", shutDown.peer());
        } else if (fault instanceof Fault.ResetCache reset) {
            peer(path + ".peer", reset.peer());
        } else if (fault instanceof Fault.Pause pause) {
            peer(path + ".peer", pause.peer());
        } else if (fault instanceof Fault.Partition partition) {
            peer(path + ".from", partition.from());
            peer(path + ".to", partition.to());
            different(path + ".to", partition.from(), partition.to());
        } else if (fault instanceof Fault.ResetConnection reset) {
            pair(path, reset.between(), reset.and());
        } else if (fault instanceof Fault.DropConnection drop) {
            pair(path, drop.between(), drop.and());
        } else if (fault instanceof Fault.DelayMessages delay) {
            match(path, delay.match());
            time(path + ".nanos", delay.nanos());
            time(path + ".jitter_nanos", delay.jitterNanos());
        } else if (fault instanceof Fault.DropMessage drop) {
            match(path, drop.match());
            problems.range(path + ".nth", drop.nth(), 0, Long.MAX_VALUE, "");
        } else if (fault instanceof Fault.HoldMessages hold) {
            match(path, hold.match());
            if (!ends && world.heal() == null) {
                problems.add(path, "messages are held for ever: state when they are let go, or drop them");
            }
        } else {
            dataAndTime(path, fault);
        }
    }

    private void dataAndTime(String path, Fault fault) {
        if (fault instanceof Fault.Registrations registrations) {
            peer(path + ".at", registrations.at());
            peer(path + ".of", registrations.of());
            time(path + ".extra_nanos", registrations.extraNanos());
        } else if (fault instanceof Fault.Writes writes) {
            peer(path + ".from", writes.match().from());
            peer(path + ".to", writes.match().to());
            problems.range(path + ".nth", writes.match().nth(), 0, Long.MAX_VALUE, "");
            time(path + ".nanos", writes.nanos());
        } else if (fault instanceof Fault.SendFrame frame) {
            peer(path + ".to", frame.to());
            int bytes = frame.as().getBytes(StandardCharsets.UTF_8).length;
            if (bytes > MAX_IDENTITY_BYTES) {
                problems.add(
                        path + ".as",
                        "is an identity of " + bytes + " bytes; ZMQ carries at most " + MAX_IDENTITY_BYTES);
            }
            problems.range(path + ".round", frame.round(), 0, Long.MAX_VALUE, "");
            if (frame.request() != null) {
                problems.known(path + ".request", "request", frame.request(), requests);
            }
        } else if (fault instanceof Fault.StallStep stall) {
            peer(path + ".peer", stall.peer());
            time(path + ".nanos", stall.nanos());
        } else if (fault instanceof Fault.DriftClock drift) {
            peer(path + ".peer", drift.peer());
            problems.range(path + ".ppm", drift.ppm(), -500_000, 500_000, " ppm");
        } else if (fault instanceof Fault.StepClock step) {
            peer(path + ".peer", step.peer());
            problems.range(path + ".nanos", step.nanos(), 0, MAX_NANOS, " ns (a monotonic clock never goes back)");
        }
    }

    private void match(String path, Fault.MessageMatch match) {
        peer(path + ".from", match.from());
        peer(path + ".to", match.to());
        String type = match.type();
        if (type != null) {
            problems.known(path + ".type", "message type", type, MomentChecks.messageNames());
        }
    }

    private void pair(String path, String between, String and) {
        peer(path + ".between", between);
        peer(path + ".and", and);
        different(path + ".and", between, and);
    }

    private void different(String path, String one, @Nullable String other) {
        if (one.equals(other)) {
            problems.add(path, "\"" + one + "\" is named twice; two different peers are needed");
        }
    }

    private void time(String path, long nanos) {
        problems.range(path, nanos, 0, MAX_NANOS, " ns");
    }

    private void peer(String path, @Nullable String name) {
        if (name != null) {
            problems.known(path, "peer", name, peers);
        }
    }
}
