package io.kvdrill.scenarios.processes;

import io.kvdrill.core.profile.Row;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.scenarios.node.Node;
import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.scenarios.processes.Wire.EntryText;
import io.kvdrill.scenarios.processes.Wire.Order;
import io.kvdrill.scenarios.processes.Wire.Report;
import io.kvdrill.scenarios.processes.Wire.Start;
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
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.SynchronousQueue;
import org.jspecify.annotations.Nullable;

/**
 * The process of one peer of a run: reads orders from its standard input and writes reports as {@link ReportStream} says. It ends
 * when its engine has, when it is told to, and when its input ends.
 */
public final class PeerMain {
    /** The engine shuts its tier down and ends. */
    static final String SHUT_DOWN = "shut_down";
    /** The engine drains its tier and forgets its cache. */
    static final String RESET_CACHE = "reset_cache";
    /** Its thread is kept busy for as long as the order says. */
    static final String STALL = "stall";
    /** Its clock is set ahead by as much as the order says. */
    static final String STEP_CLOCK = "step_clock";
    /** Its clock is too fast by as many parts in a million as the order says. */
    static final String DRIFT_CLOCK = "drift_clock";
    /** Its writes to a peer stand still. */
    static final String HOLD = "hold";
    /** Its writes to a peer go on. */
    static final String RELEASE = "release";
    /** It says what is left. */
    static final String SAY_LAST = "say_last";

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
        Wire.Seat seat = Objects.requireNonNull(start.seat());
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
        Order order = Wire.order(first);
        if (order.probe() != null) {
            new ProbeProcess(Objects.requireNonNull(order.probe().start())).run(in);
        }
        System.exit(new PeerMain(Objects.requireNonNull(order.start()), order.after()).run(in));
    }

    private int run(BufferedReader orders) throws IOException {
        Rehearsal.run(node.settings());
        try {
            node.start();
        } catch (TransportUnavailableException unavailable) {
            say(Report.failed(String.valueOf(unavailable.getMessage())));
            return 1;
        }
        say(Report.ready(new Wire.Ready(ProcessHandle.current().pid(), node.region(), Wire.Rdma.ofThisHost())));
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
            Order order = Wire.order(line);
            Long begin = order.begin();
            if (begin != null) {
                node.begin(begin);
                return true;
            }
            obey(order, node.host());
        }
        return false;
    }

    private void obey(BufferedReader orders) {
        try {
            for (String line = orders.readLine(); line != null; line = orders.readLine()) {
                Order order = Wire.order(line);
                Long gate = order.go();
                if (gate != null) {
                    gates.put(gate);
                } else {
                    node.post(host -> obey(order, host));
                }
            }
        } catch (IOException | InterruptedException gone) {
            // told below
        }
        Runtime.getRuntime().halt(0); // the runner is gone
    }

    private void obey(Order order, PeerHost host) {
        after = Math.max(after, order.after());
        Wire.LegText leg = order.submit();
        String aborted = order.abort();
        List<String> warm = order.warm();
        String does = order.does();
        if (leg != null) {
            host.submit(leg.toLeg());
        } else if (aborted != null) {
            host.abort(aborted);
        } else if (warm != null) {
            host.warm(warm.stream().map(BlockKey::ofHex).toList());
        } else if (does != null && order.peer() != null) {
            node.hold(order.peer(), does.equals(HOLD));
        } else if (does != null) {
            obey(does, Objects.requireNonNullElse(order.nanos(), 0L), host);
        }
    }

    private void obey(String word, long amount, PeerHost host) {
        switch (word) {
            case SHUT_DOWN -> host.shutDown();
            case RESET_CACHE -> host.resetCache();
            case STALL -> sleep(amount);
            case STEP_CLOCK -> host.stepClock(amount);
            case DRIFT_CLOCK -> host.driftClock(amount);
            case SAY_LAST ->
                say(Report.last(new Wire.Final(
                        host.view().slots().stream()
                                .filter(slot -> slot.state() != SlotView.State.FREE)
                                .map(Wire.SlotText::of)
                                .toList(),
                        host.rowsReached().stream().map(Row::name).toList(),
                        Wire.Rdma.ofThisHost())));
            default -> throw new IllegalArgumentException("no order is called " + word);
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

    private void onEntry(TraceEntry entry, StoredEntry stored) {
        recordedSinceStep = true;
        boolean gate = gateKinds.contains(Wire.gateOf(stored.kind(), messageType(entry.event())));
        long number = gate ? ++lastGate : 0;
        say(Report.entry(EntryText.of(stored, node.host().localNanos(node.eventNanos()), number, after)));
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

    private static @Nullable String messageType(TraceEvent event) {
        if (event instanceof SessionEvent.MessageSent sent) {
            return sent.message().type().wireName();
        } else if (event instanceof SessionEvent.MessageReceived received) {
            return received.message().type().wireName();
        }
        return null;
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
        say(Report.step(new Wire.Step(
                now,
                local,
                view.parentRequests(),
                view.strayParentEnds(),
                view.mapSizes(),
                held + openJobs(view) + view.openRequests().size(),
                deadline == SecondaryTier.NO_DEADLINE ? NO_DEADLINE : Math.max(0, deadline - local))));
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
            say(Report.prefilled(request, leg));
        }

        @Override
        public void onLegEnded(LegResult result) {
            say(Report.ended(result));
        }
    }

    private void say(Report report) {
        reports.say(report);
    }
}
