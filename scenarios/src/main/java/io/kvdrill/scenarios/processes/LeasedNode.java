package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.node.NodeClient;
import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.scenarios.processes.HostClock.RoundTrip;
import io.kvdrill.scenarios.processes.NodeWire.Ask;
import io.kvdrill.scenarios.processes.NodeWire.Lease;
import io.kvdrill.scenarios.processes.NodeWire.Said;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;

/**
 * A node while a run has its place. Orders leave on a thread of this object's, one after the other, and something is said
 * every second, which also compares the clocks; what the node says comes on another. Closing it gives the place back, and
 * waits until the node's own engine has it again.
 */
final class LeasedNode implements AutoCloseable {
    private static final int FIRST_ROUND_TRIPS = 20;
    private static final long SIGN_MILLIS = 1_000;
    private static final long WAIT_SECONDS = 15;
    private static final int MOST_AT_ONCE = 1_000;

    private record Asked(Ask ask, CompletableFuture<Boolean> done) {}

    private record Life(Consumer<Report> onReport, Runnable onEnd, CompletableFuture<Boolean> ended) {}

    private final String name;
    private final NodeClient client;
    private final String path;
    private final InputStream stream;
    private final HostClock clock;
    private final LinkedBlockingQueue<Asked> asked = new LinkedBlockingQueue<>();
    private final ConcurrentHashMap<Integer, Life> lives = new ConcurrentHashMap<>();
    private final Thread reader;
    private volatile boolean over;
    private volatile @Nullable String failure;

    /**
     * Takes the place of a node.
     *
     * @param name of the peer
     * @throws UncheckedIOException if it is not given, saying why
     */
    LeasedNode(String name, NodeClient client, Lease lease) {
        this.name = name;
        this.client = client;
        this.path = "/runs/" + lease.run();
        HttpResponse<InputStream> answer;
        try {
            answer = client.follow("/runs", Wire.write(lease));
            if (answer.statusCode() != 200) {
                String body = new String(answer.body().readAllBytes(), StandardCharsets.UTF_8);
                throw failed(NodeClient.problem(answer.statusCode(), body), null);
            }
            this.stream = answer.body();
        } catch (IOException e) {
            throw failed("it does not answer: " + e.getMessage(), e);
        }
        try {
            List<RoundTrip> trips = new ArrayList<>();
            for (int i = 0; i < FIRST_ROUND_TRIPS; i++) {
                trips.add(tell(""));
            }
            this.clock = new HostClock(trips);
        } catch (IOException e) {
            closeStream();
            throw failed("it does not answer: " + e.getMessage(), e);
        }
        this.reader = daemon("kvdrill-node-" + name, this::read);
        daemon("kvdrill-orders-" + name, this::write);
    }

    private static Thread daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private UncheckedIOException failed(String why, @Nullable IOException cause) {
        String message = "node " + name + " at " + client.url() + ": " + why;
        return new UncheckedIOException(message, cause == null ? new IOException(message) : cause);
    }

    /**
     * Looks whether the node has gone without being asked to.
     *
     * @throws UncheckedIOException if it has
     */
    void expectAlive() {
        String why = failure;
        if (why != null) {
            throw new UncheckedIOException(why, new IOException(why));
        }
    }

    // ---- its clock -----------------------------------------------------------------------------------------------

    /** How far its clock is ahead of ours. */
    long offsetNanos() {
        return clock.offsetNanos();
    }

    /** By how much its times may be wrong in ours. */
    long uncertaintyNanos() {
        synchronized (clock) {
            return clock.uncertaintyNanos();
        }
    }

    private RoundTrip tell(String lines) throws IOException {
        long sent = System.nanoTime();
        HttpResponse<String> answer = client.post(path, lines);
        long back = System.nanoTime();
        if (answer.statusCode() != 204) {
            throw new IOException(NodeClient.problem(answer.statusCode(), answer.body()));
        }
        String[] nanos =
                answer.headers().firstValue(RunsOfNode.CLOCK).orElse("").split(" ", -1);
        if (nanos.length != 2) {
            throw new IOException("it does not say what its clock shows");
        }
        return new RoundTrip(sent, Long.parseLong(nanos[0]), Long.parseLong(nanos[1]), back);
    }

    // ---- the processes of its peer -------------------------------------------------------------------------------

    /** A process of its peer, which begins with its first order. */
    PeerProcess start(int number, Consumer<Report> onReport, Runnable onEnd) throws IOException {
        String why = failure;
        if (why != null) {
            throw new IOException(why);
        }
        Life life = new Life(onReport, onEnd, new CompletableFuture<>());
        lives.put(number, life);
        return new Remote(life);
    }

    private final class Remote implements PeerProcess {
        private final Life life;

        Remote(Life life) {
            this.life = life;
        }

        @Override
        public void order(Order.Given given) {
            Ask ask = Ask.of(inItsTime(given.order()).givenAfter(given.after()));
            asked.add(new Asked(ask, new CompletableFuture<>()));
        }

        @Override
        public void signal(String signal) {
            await(new Ask.Signal(signal));
        }

        @Override
        public void kill() {
            closeStream();
        }

        @Override
        public void close() {
            if (!life.ended().isDone() && failure == null) {
                await(new Ask.Kill());
                waitFor(life.ended());
            }
        }
    }

    private Order inItsTime(Order order) {
        if (order instanceof Order.Begin begin) {
            return new Order.Begin(begin.epochNanos() + clock.offsetNanos());
        } else if (order instanceof Start start && start.epochNanos() != NodeSettings.LATER) {
            return start.beginningAt(start.epochNanos() + clock.offsetNanos());
        }
        return order;
    }

    private void await(Ask ask) {
        Asked one = new Asked(ask, new CompletableFuture<>());
        asked.add(one);
        if (failure == null) {
            waitFor(one.done());
        }
    }

    private static void waitFor(CompletableFuture<Boolean> done) {
        try {
            done.get(WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException | ExecutionException late) {
            // Whoever tells what is wrong with the node tells it.
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    // ---- orders --------------------------------------------------------------------------------------------------

    private void write() {
        while (!over) {
            List<Asked> some = new ArrayList<>();
            try {
                Asked first = asked.poll(SIGN_MILLIS, TimeUnit.MILLISECONDS);
                if (first != null) {
                    some.add(first);
                    asked.drainTo(some, MOST_AT_ONCE);
                }
                StringBuilder lines = new StringBuilder();
                some.forEach(one -> lines.append(Wire.write(one.ask())).append('\n'));
                RoundTrip trip = tell(lines.toString());
                if (some.isEmpty()) {
                    synchronized (clock) {
                        clock.later(trip);
                    }
                }
            } catch (IOException e) {
                fail("it does not answer" + (e.getMessage() == null ? "" : ": " + e.getMessage()));
                return;
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts this thread", e);
            } finally {
                some.forEach(one -> one.done().complete(true));
            }
        }
    }

    // ---- what it says --------------------------------------------------------------------------------------------

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isEmpty()) {
                    hear(Wire.said(line));
                }
            }
            fail("it ended the run");
        } catch (IOException e) {
            fail("the connection to it broke");
        } catch (JacksonException cut) {
            fail("it says what is no report");
        }
    }

    private void hear(Said said) {
        Life life = lives.get(said.life());
        String report = said.report();
        if (life == null) {
            return;
        }
        if (report != null) {
            hear(life, report);
        } else if (life.ended().complete(true)) {
            life.onEnd().run();
        }
    }

    private static void hear(Life life, String report) {
        try {
            life.onReport().accept(Wire.report(report));
        } catch (JacksonException cut) {
            // A line that a kill cut short.
        }
    }

    /** Once, and not after the run gave the place back itself. */
    private synchronized void fail(String why) {
        if (over || failure != null) {
            return;
        }
        String message = "node " + name + " at " + client.url() + ": " + why
                + "; has it died, or been ended? (its own log says more)";
        failure = message;
        lives.values().forEach(life -> {
            if (!life.ended().isDone()) {
                life.onReport().accept(new Report.Failed(message));
            }
            life.ended().complete(true);
        });
        asked.forEach(one -> one.done().complete(true));
        closeStream();
    }

    private void closeStream() {
        try {
            stream.close();
        } catch (IOException e) {
            // It is of no more use either way.
        }
    }

    @Override
    public void close() {
        over = true;
        if (failure == null) {
            try {
                client.delete(path);
            } catch (IOException e) {
                // The node finds out by itself that nobody reads any more.
            }
        }
        closeStream();
        try {
            reader.join(TimeUnit.SECONDS.toMillis(WAIT_SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }
}
