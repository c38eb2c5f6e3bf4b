package io.kvdrill.scenarios.processes;

import io.kvdrill.core.profile.Row;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.scenarios.node.Node;
import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.scenarios.processes.ProbeOrder.ProbeStart;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.run.Clients;
import io.kvdrill.sim.run.PeerHost;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.transports.TransportUnavailableException;
import io.kvdrill.transports.zmq.AllowedHosts;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;

/**
 * The process of one peer of a run: reads orders from its standard input and writes reports as {@link ReportStream} says. It ends
 * when its engine has, when it is told to, and when its input ends.
 */
public final class PeerMain {
    /** Steps of which nothing came are told of this often. */
    private static final long IDLE_REPORT_NANOS = 20_000_000L;

    private static final long NO_DEADLINE = -1;

    private final ReportStream reports = new ReportStream();
    private final SynchronousQueue<Long> gates = new SynchronousQueue<>();
    private final Set<String> gateKinds;
    private final Node node;
    private long lastGate;
    /** Of the world's own events, how many the orders follow that have been obeyed. */
    private long after;

    private boolean recordedSinceStep;
    private long lastStepNanos = -IDLE_REPORT_NANOS;

    private PeerMain(Start start, long after) {
        Seat seat = Objects.requireNonNull(start.seat());
        this.after = after;
        this.gateKinds = new LinkedHashSet<>(start.gates());
        NodeSettings settings = new NodeSettings(
                start.peer(),
                start.model(),
                start.asProfile(),
                seat.bindHost(),
                seat.bindPort(),
                AllowedHosts.of(seat.allow()),
                seat.data().plane(),
                start.life(),
                start.process(),
                start.seed(),
                start.epochNanos());
        this.node = new Node(settings, new Node.Watchers(new Told(), this::onEntry, this::onStepEnd));
    }

    /**
     * Runs a peer; its first order says which.
     *
     * @param args none
     */
    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(
                new InputStreamReader(new FileInputStream(FileDescriptor.in), StandardCharsets.UTF_8));
        String first = in.readLine();
        if (first == null) {
            return;
        }
        Order.Given given = Wire.order(first);
        if (given.order() instanceof ProbeStart probe) {
            new ProbeProcess(probe).run(in);
        } else if (given.order() instanceof Start start) {
            System.exit(new PeerMain(start, given.after()).run(in));
        }
        throw new IllegalArgumentException("the first order must say what the process is: " + first);
    }

    private int run(BufferedReader orders) throws IOException {
        Rehearsal.run(node.settings());
        try {
            node.start();
        } catch (TransportUnavailableException unavailable) {
            say(new Report.Failed(String.valueOf(unavailable.getMessage())));
            return 1;
        }
        say(new Report.Ready(ProcessHandle.current().pid(), node.region(), Report.Rdma.ofThisHost()));
        if (node.settings().epochNanos() == NodeSettings.LATER) {
            if (!obeyUntilBegin(orders)) {
                return 0;
            }
        }
        Thread reader = new Thread(() -> obey(orders), "kvdrill-orders");
        reader.setDaemon(true);
        reader.start();
        node.run();
        return 0;
    }

    /** Orders before time begins come while the node does not run: they are obeyed at once. */
    private boolean obeyUntilBegin(BufferedReader orders) throws IOException {
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            Order.Given given = Wire.order(line);
            if (given.order() instanceof Order.Begin begin) {
                node.begin(begin.epochNanos());
                return true;
            }
            obey(given, node.host());
        }
        return false;
    }

    private void obey(BufferedReader orders) {
        try {
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                Order.Given given = Wire.order(line);
                if (given.order() instanceof Order.PassGate pass) {
                    gates.put(pass.gate());
                } else {
                    node.post(host -> obey(given, host));
                }
            }
        } catch (IOException | InterruptedException gone) {
            // told below
        }
        Runtime.getRuntime().halt(0); // the runner is gone
    }

    private void obey(Order.Given given, PeerHost host) {
        after = Math.max(after, given.after());
        Order order = given.order();
        if (order instanceof Order.Submit submit) {
            host.submit(submit.toLeg());
        } else if (order instanceof Order.Abort abort) {
            host.abort(abort.engineRequest());
        } else if (order instanceof Order.Warm warm) {
            host.warm(warm.blockKeys());
        } else if (order instanceof Order.ShutDown) {
            host.shutDown();
        } else if (order instanceof Order.ResetCache) {
            host.resetCache();
        } else if (order instanceof Order.Stall stall) {
            sleep(stall.nanos());
        } else if (order instanceof Order.StepClock step) {
            host.stepClock(step.nanos());
        } else if (order instanceof Order.DriftClock drift) {
            host.driftClock(drift.ppm());
        } else if (order instanceof Order.Hold hold) {
            node.hold(hold.peer(), hold.held());
        } else if (order instanceof Order.SayLast) {
            sayLast(host);
        } else {
            throw new IllegalArgumentException("a peer that is there cannot be told " + order);
        }
    }

    private static void sleep(long nanos) {
        try {
            Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the thread of a peer", e);
        }
    }

    // ---- what it reports -----------------------------------------------------------------------------------------

    private void sayLast(PeerHost host) {
        say(new Report.Last(
                host.view().slots().stream()
                        .filter(slot -> slot.state() != SlotView.State.FREE)
                        .map(Report.Slot::of)
                        .toList(),
                host.rowsReached().stream().map(Row::name).toList(),
                Report.Rdma.ofThisHost()));
    }

    private void onEntry(TraceEntry entry, StoredEntry stored) {
        recordedSinceStep = true;
        boolean gate = gateKinds.contains(Gates.passedBy(entry.event(), stored.kind()));
        long number = gate ? ++lastGate : 0;
        say(Report.Entry.of(stored, node.host().localNanos(node.eventNanos()), number, after));
        if (gate) {
            passGate(number);
        }
    }

    private void passGate(long number) {
        try {
            long passed = gates.take();
            if (passed != number) {
                throw new IllegalStateException("gate " + number + " was opened as " + passed);
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the thread of a peer", e);
        }
    }

    private void onStepEnd(PeerView view) {
        long now = node.eventNanos();
        if (!recordedSinceStep && now - lastStepNanos < IDLE_REPORT_NANOS) {
            return;
        }
        recordedSinceStep = false;
        lastStepNanos = now;
        int held = 0;
        for (SlotView slot : view.slots()) {
            held += isWaitedFor(slot.state()) ? 1 : 0;
        }
        SecondaryTier tier = view.tier();
        long local = view.localNanos();
        long deadline = tier == null ? SecondaryTier.NO_DEADLINE : tier.nextDeadlineNanos();
        say(new Report.Step(
                now,
                local,
                view.parentRequests(),
                view.strayParentEnds(),
                view.mapSizes(),
                held + openJobs(view) + view.openRequests().size(),
                deadline == SecondaryTier.NO_DEADLINE ? NO_DEADLINE : Math.max(0, deadline - local)));
    }

    /** NIXL cannot fence: slots whose peer is gone are held until the agent ends, and there is nothing to wait for. */
    private boolean isWaitedFor(SlotView.State state) {
        return state != SlotView.State.FREE
                && state != SlotView.State.READY
                && !(state == SlotView.State.QUARANTINED && overNixl());
    }

    private int openJobs(PeerView view) {
        return (int) view.jobs().stream()
                .filter(job -> !(job.finished() && overNixl()))
                .count();
    }

    private boolean overNixl() {
        return node.settings().data().nixlLibrary() != null;
    }

    private final class Told implements Clients {
        @Override
        public void onPrefillDone(String request, Leg leg) {
            say(new Report.Prefilled(request, leg));
        }

        @Override
        public void onLegEnded(LegResult result) {
            say(new Report.Ended(result));
        }
    }

    private void say(Report report) {
        reports.say(report);
    }
}
