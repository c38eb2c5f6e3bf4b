package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.scenarios.node.Refused;
import io.kvdrill.scenarios.processes.Wire.Ask;
import io.kvdrill.scenarios.processes.Wire.DataText;
import io.kvdrill.scenarios.processes.Wire.Order;
import io.kvdrill.scenarios.processes.Wire.ProbeOrder;
import io.kvdrill.scenarios.processes.Wire.ProbeStart;
import io.kvdrill.scenarios.processes.Wire.Said;
import io.kvdrill.scenarios.processes.Wire.Seat;
import io.kvdrill.scenarios.processes.Wire.Start;
import io.kvdrill.sim.world.PeerSpec;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The place of a node while a run has it: the process of its peer, and what that says until the runner reads it. Its
 * methods are called from threads of the API. Closing it kills the process.
 */
final class LentPlace implements AutoCloseable {
    /** A runner says something every second. */
    private static final long SILENCE_NANOS = 20_000_000_000L;
    /** An empty line says that the node lives; and the runner's silence is looked at this often. */
    private static final long SIGN_MILLIS = 1_000;
    /** A runner that is so far behind does not keep up. */
    private static final int MOST_WAITING = 1_000_000;

    private final String run;
    private final NodeSettings settings;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(MOST_WAITING);
    private @Nullable NodeProcess process;
    private volatile long heardNanos = System.nanoTime();
    private volatile boolean over;

    /**
     * A place that nobody has taken yet.
     *
     * @param run whose it is
     * @param settings the node's
     */
    LentPlace(String run, NodeSettings settings) {
        this.run = run;
        this.settings = settings;
    }

    String run() {
        return run;
    }

    /** The runner lives. */
    void heard() {
        heardNanos = System.nanoTime();
    }

    /**
     * Does what the runner asks.
     *
     * @throws IOException if a process cannot be started
     * @throws Refused if the run is not of this place
     */
    synchronized void obey(Ask ask) throws IOException {
        if (over) {
            throw new Refused(409, "the run is over");
        }
        Order first = ask.first();
        String order = ask.order();
        String signal = ask.signal();
        NodeProcess living = process;
        if (first != null) {
            begin(first);
        } else if (order != null && living != null) {
            living.pass(order);
        } else if (signal != null && living != null && (signal.equals("STOP") || signal.equals("CONT"))) {
            living.signal(signal);
        } else if (ask.kill() && living != null) {
            living.close();
        }
    }

    /** What the node decides about a process, whatever the runner says. */
    private Seat seat() {
        return new Seat(
                settings.bindHost(), settings.bindPort(), settings.allowed().entries(), DataText.of(settings.data()));
    }

    private void begin(Order first) throws IOException {
        Start start = first.start();
        ProbeOrder probe = first.probe();
        ProbeStart probing = probe == null ? null : probe.start();
        if (start != null) {
            start(start.peer(), start.life(), Order.start(start.at(seat())).after(first.after()));
        } else if (probing != null) {
            start(probing.peer(), probing.life(), Order.probe(new ProbeOrder(probing.at(seat()), null)));
        }
    }

    private void start(PeerSpec peer, int life, Order first) throws IOException {
        boolean here = peer.host().equals(settings.peer().host())
                && peer.port() == settings.peer().port()
                && peer.rank() == 0;
        if (!here) {
            throw new Refused(400, "this node's peer is " + settings.peer().id());
        }
        if (process != null) {
            process.close();
        }
        NodeProcess started = new NodeProcess(
                "guest-" + life,
                Redirect.INHERIT,
                line -> tell(new Said(life, line)),
                () -> tell(new Said(life, null)));
        started.order(first);
        process = started;
    }

    private void tell(Said said) {
        if (!lines.offer(Wire.write(said))) {
            over = true;
        }
    }

    /** The next line for the runner, an empty one where there is nothing to say; null once the run is over. */
    @Nullable String next() throws InterruptedException {
        String line = lines.poll(SIGN_MILLIS, TimeUnit.MILLISECONDS);
        if (line != null) {
            return line;
        }
        return over ? null : "";
    }

    /**
     * Waits until the run is over, or its runner has been silent for too long. On a thread that does nothing else: whoever
     * writes to a runner that is cut off may stand still for as long as TCP tries.
     */
    void awaitSilence() throws InterruptedException {
        while (!over && System.nanoTime() - heardNanos <= SILENCE_NANOS) {
            Thread.sleep(SIGN_MILLIS);
        }
    }

    @Override
    public synchronized void close() {
        over = true;
        NodeProcess living = process;
        process = null;
        if (living != null) {
            living.close();
        }
    }
}
