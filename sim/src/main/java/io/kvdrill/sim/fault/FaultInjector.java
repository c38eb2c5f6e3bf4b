package io.kvdrill.sim.fault;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.engine.PromptKeys;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes the faults of a world happen at their moments, and ends them.
 *
 * <p>A fault may strike in the middle of a peer's step. A process that is killed then has no further effect, and a rule
 * about messages, writes or registrations holds for what comes next in that step; what changes connections happens at the
 * same instant, after the step.
 */
public final class FaultInjector {
    private static final EventLabel LABEL = new EventLabel("fault", "");

    /** A fault of the world, and what ends it while it goes on. */
    private static final class Planned {
        final FaultSpec spec;
        final String name;

        @Nullable Runnable end;

        boolean over;

        Planned(FaultSpec spec, String name) {
            this.spec = spec;
            this.name = name;
        }
    }

    private final Kernel kernel;
    private final World world;
    private final Moments moments;
    private final FaultHooks hooks;
    private final TraceSink trace;
    private final List<Planned> planned = new ArrayList<>();
    private final Set<String> down = new LinkedHashSet<>();
    private long healedNanos = -1;

    /** An injector that waits for nothing yet. */
    public FaultInjector(Kernel kernel, World world, Moments moments, FaultHooks hooks, TraceSink trace) {
        this.kernel = kernel;
        this.world = world;
        this.moments = moments;
        this.hooks = hooks;
        this.trace = trace;
    }

    /** Waits for the moments of all faults, of the healing, and of those that only have a name. */
    public void start() {
        world.moments()
                .forEach(named ->
                        moments.when("moment " + named.name(), named.moment(), () -> moments.named(named.name())));
        for (int i = 0; i < world.faults().size(); i++) {
            FaultSpec spec = world.faults().get(i);
            Planned fault = new Planned(spec, nameOf(spec, i));
            planned.add(fault);
            moments.when(waitOf(spec, i), spec.at(), () -> strike(fault));
            Moment until = spec.until();
            if (until != null) {
                moments.when("end of fault " + fault.name, until, () -> soon(() -> end(fault)));
            }
        }
        Moment heal = world.heal();
        if (heal != null) {
            moments.when("heal", heal, () -> soon(this::heal));
        }
    }

    /** When the world healed; −1 if it has not. */
    public long healedNanos() {
        return healedNanos;
    }

    /** What waits for the moment of a fault, as {@link Moments} names it: the fault at this place of the world. */
    public static String waitOf(FaultSpec spec, int place) {
        return "fault " + nameOf(spec, place) + " (" + spec.fault().word() + ")";
    }

    private static String nameOf(FaultSpec spec, int place) {
        String name = spec.name();
        return name == null ? "faults[" + place + "]" : name;
    }

    private void heal() {
        healedNanos = kernel.nowNanos();
        planned.forEach(this::end);
        hooks.control().heal();
        for (String peer : List.copyOf(down)) {
            hooks.start(peer);
        }
        down.clear();
        trace.emit(new FaultEvent.WorldHealed());
    }

    private void strike(Planned fault) {
        FaultSpec spec = fault.spec;
        if (fault.over) {
            String why = healedNanos >= 0 ? "the world has healed" : "its end came before it";
            trace.emit(new FaultEvent.FaultMissed(fault.name, describe(spec.fault()), why));
            return;
        }
        trace.emit(new FaultEvent.FaultStruck(fault.name, describe(spec.fault())));
        if (spec.name() != null) {
            moments.named(spec.name());
        }
        fault.end = new Stroke(fault.name).apply(spec.fault());
        Long length = spec.forNanos();
        if (fault.end != null && length != null) {
            kernel.after(length, LABEL, () -> end(fault));
        }
    }

    private void end(Planned fault) {
        fault.over = true;
        Runnable end = fault.end;
        fault.end = null;
        if (end != null) {
            end.run();
            trace.emit(new FaultEvent.FaultEnded(fault.name, describe(fault.spec.fault())));
        }
    }

    private void soon(Runnable action) {
        kernel.after(0, LABEL, action);
    }

    private static String describe(Fault fault) {
        String text = fault.toString();
        return fault.word() + text.substring(text.indexOf('['));
    }

    private @Nullable String id(@Nullable String peer) {
        return peer == null ? null : idOf(peer);
    }

    private String idOf(String peer) {
        return world.peer(peer).id();
    }

    private byte[] bytesOf(Fault.SendFrame frame) {
        PeerSpec receiver = world.peer(frame.to());
        Long own = receiver.blockBytes();
        long blockBytes = own == null ? world.model().blockBytes() : own;
        return new HostileFrames(subjectOf(frame), receiver.hashSeed(), blockBytes).bytes(frame.frame());
    }

    /** The request that a frame is about, with its keys as the peer names them that the frame arrives at. */
    private HostileFrames.Subject subjectOf(Fault.SendFrame frame) {
        for (RequestSpec request : world.requests()) {
            if (request.id().equals(frame.request())) {
                List<BlockKey> keys = new PromptKeys()
                        .of(
                                request.prompt(),
                                world.peer(frame.to()).hashSeed(),
                                world.model().tokensPerBlock());
                return new HostileFrames.Subject(
                        request.kvId(), keys.isEmpty() ? List.of(HostileFrames.NOTHING) : keys, frame.round());
            }
        }
        return new HostileFrames.Subject(HostileFrames.NOBODY, List.of(HostileFrames.NOTHING), frame.round());
    }

    /** One strike. Methods return what ends it, or null where it is over at once. */
    private final class Stroke {
        private final String name;

        Stroke(String name) {
            this.name = name;
        }

        private void acts(boolean found, Fault fault, String otherwise) {
            if (!found) {
                trace.emit(new FaultEvent.FaultMissed(name, describe(fault), otherwise));
            }
        }

        @Nullable Runnable apply(Fault fault) {
            if (fault instanceof Fault.Kill kill) {
                kill(kill);
            } else if (fault instanceof Fault.Restart restart) {
                kill(new Fault.Kill(restart.peer(), Plane.BOTH));
                kernel.after(restart.downNanos(), LABEL, () -> {
                    down.remove(restart.peer());
                    acts(hooks.start(restart.peer()), fault, "it runs already");
                });
            } else if (fault instanceof Fault.PowerOff off) {
                trace.emit(new FaultEvent.ProcessKilled(idOf(off.peer()), hooks.incarnation(off.peer())));
                down.add(off.peer());
                acts(hooks.powerOff(off.peer()), fault, "no process runs");
            } else if (fault instanceof Fault.ShutDown shutDown) {
                down.add(shutDown.peer());
                soon(() -> shutDown(shutDown));
            } else if (fault instanceof Fault.ResetCache reset) {
                soon(() -> acts(hooks.resetCache(reset.peer()), fault, "no process runs"));
            } else if (fault instanceof Fault.Pause pause) {
                return pause(pause);
            } else if (fault instanceof Fault.StallStep stall) {
                acts(hooks.stall(stall.peer(), stall.nanos()), fault, "no process runs");
            } else if (fault instanceof Fault.DriftClock drift) {
                soon(() -> hooks.driftClock(drift.peer(), drift.ppm()));
            } else if (fault instanceof Fault.StepClock step) {
                soon(() -> hooks.stepClock(step.peer(), step.nanos()));
            } else if (fault instanceof Fault.Registrations registrations) {
                return hooks.data()
                        .onRegistration(
                                idOf(registrations.at()),
                                id(registrations.of()),
                                registrations.fate(),
                                registrations.extraNanos())::end;
            } else if (fault instanceof Fault.Writes writes) {
                return hooks.data()
                        .onWrite(
                                id(writes.match().from()),
                                id(writes.match().to()),
                                writes.match().nth(),
                                writes.fate(),
                                writes.nanos())::end;
            } else {
                return new NetworkStroke(
                                hooks.control(),
                                FaultInjector.this::idOf,
                                FaultInjector.this::bytesOf,
                                FaultInjector.this::soon)
                        .apply(fault, this::partitionData);
            }
            return null;
        }

        private Runnable partitionData(Fault.Partition partition) {
            return hooks.data().partition(idOf(partition.from()), id(partition.to()), partition.oneWay())::end;
        }

        /** A world that has healed in between wants a process that serves: another starts when this one has ended. */
        private void shutDown(Fault.ShutDown shutDown) {
            acts(hooks.shutDown(shutDown.peer()), shutDown, "no process runs");
            if (!down.contains(shutDown.peer())) {
                hooks.start(shutDown.peer());
            }
        }

        private void kill(Fault.Kill kill) {
            if (kill.plane() == Plane.BOTH) {
                trace.emit(new FaultEvent.ProcessKilled(idOf(kill.peer()), hooks.incarnation(kill.peer())));
                down.add(kill.peer());
            }
            acts(hooks.kill(kill.peer(), kill.plane()), kill, "no process runs");
        }

        private @Nullable Runnable pause(Fault.Pause pause) {
            boolean paused = hooks.pause(pause.peer());
            acts(paused, pause, "no process moves");
            if (!paused) {
                return null;
            }
            trace.emit(new FaultEvent.ProcessPaused(idOf(pause.peer()), hooks.incarnation(pause.peer())));
            return () -> {
                if (hooks.resume(pause.peer())) {
                    trace.emit(new FaultEvent.ProcessResumed(idOf(pause.peer()), hooks.incarnation(pause.peer())));
                }
            };
        }
    }
}
