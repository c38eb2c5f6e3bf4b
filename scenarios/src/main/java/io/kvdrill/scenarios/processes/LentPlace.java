package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.scenarios.node.Refused;
import io.kvdrill.scenarios.processes.NodeWire.Ask;
import io.kvdrill.scenarios.processes.NodeWire.Said;
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
        NodeProcess living = process;
        if (ask instanceof Ask.Launch launch) {
            launch(launch.first(), launch.after());
        } else if (living == null) {
            return; // it has died, or was not begun
        } else if (ask instanceof Ask.Pass pass) {
            living.pass(pass.order());
        } else if (ask instanceof Ask.Signal signal
                && (signal.name().equals("STOP") || signal.name().equals("CONT"))) {
            living.signal(signal.name());
        } else if (ask instanceof Ask.Kill) {
            living.close();
        }
    }

    /** What the node decides about a process, whatever the runner says. */
    private Seat seat() {
        return new Seat(
                settings.bindHost(), settings.bindPort(), settings.allowed().entries(), Seat.Data.of(settings.data()));
    }

    private void launch(Order.First first, long after) throws IOException {
        PeerSpec peer = first.peer();
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
                "guest-" + first.life(),
                Redirect.INHERIT,
                line -> tell(new Said(first.life(), line)),
                () -> tell(new Said(first.life(), null)));
        started.order(first.at(seat()).givenAfter(after));
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
