package io.kvdrill.scenarios.processes;

import com.sun.net.httpserver.HttpExchange;
import io.kvdrill.core.transport.PeerAddress;
import io.kvdrill.scenarios.node.ApiExchange;
import io.kvdrill.scenarios.node.GuestPeers;
import io.kvdrill.scenarios.node.NodeServer;
import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.scenarios.node.Refused;
import io.kvdrill.scenarios.processes.NodeWire.Lease;
import io.kvdrill.scenarios.run.Version;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;

/**
 * Lends a node's place to the peers of runs, one run at a time. A run has it for as long as it reads the answer to its
 * request for it, and says something now and then; then the node's own engine comes back.
 */
public final class RunsOfNode implements GuestPeers {
    /** When a request came and was answered, on the node's monotonic clock in nanoseconds. */
    static final String CLOCK = "Kvdrill-Nanos";

    private static final String PATH = "/runs";
    private static final int MOST_ORDER_BYTES = 64 << 20;

    private final NodeServer node;
    private final boolean faults;
    private final AtomicReference<@Nullable LentPlace> current = new AtomicReference<>();

    /**
     * Runs of a node.
     *
     * @param faults whether runs may kill and stop the processes of their peers
     */
    public RunsOfNode(NodeServer node, boolean faults) {
        this.node = node;
        this.faults = faults;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException, InterruptedException {
        long received = System.nanoTime();
        String path = exchange.getRequestURI().getPath();
        if (path.equals(PATH)) {
            ApiExchange.expect(exchange, "POST");
            lend(exchange, ApiExchange.body(exchange, new TypeReference<Lease>() {}));
            return;
        }
        LentPlace lent = current.get();
        if (lent == null || !path.equals(PATH + "/" + lent.run())) {
            throw new Refused(404, "no run has this node under that name; it may have ended for want of a word");
        }
        if (exchange.getRequestMethod().equals("DELETE")) {
            giveBack(lent);
        } else {
            ApiExchange.expect(exchange, "POST");
            obey(lent, ApiExchange.text(exchange, MOST_ORDER_BYTES));
        }
        // Answered without a body, so in one segment: the runner compares clocks by the time that this takes.
        exchange.getResponseHeaders().set(CLOCK, received + " " + System.nanoTime());
        exchange.sendResponseHeaders(204, -1);
    }

    private static void obey(LentPlace lent, String lines) {
        lent.heard();
        try {
            for (String line : lines.lines().toList()) {
                lent.obey(Wire.ask(line));
            }
        } catch (JacksonException e) {
            throw new Refused(400, "that is no order: " + e.getOriginalMessage());
        } catch (IOException e) {
            throw new Refused(500, "the process of the peer cannot be started: " + e.getMessage());
        }
    }

    // ---- lending -------------------------------------------------------------------------------------------------

    private void lend(HttpExchange exchange, Lease lease) throws IOException, InterruptedException {
        check(lease);
        node.makeRoom();
        LentPlace lent = new LentPlace(lease.run(), node.settings());
        current.set(lent);
        Thread watch = new Thread(() -> endInSilence(lent), "kvdrill-silence");
        watch.setDaemon(true);
        watch.start();
        try {
            exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (String line = ""; line != null; line = lent.next()) {
                    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
            }
        } finally {
            giveBack(lent);
        }
    }

    private void endInSilence(LentPlace lent) {
        try {
            lent.awaitSilence();
            giveBack(lent);
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    /** Lets the own engine come back, once, whoever ends the run. */
    private void giveBack(LentPlace lent) {
        lent.close();
        if (current.compareAndSet(lent, null)) {
            node.comeBack();
        }
    }

    private void check(Lease lease) {
        NodeSettings settings = node.settings();
        if (!lease.version().equals(Version.text())) {
            throw new Refused(
                    409, "this node is kvdrill " + Version.text() + ", the run's is " + lease.version() + "; use one");
        }
        if (!lease.run().matches("[0-9a-f]{1,64}")) {
            throw new Refused(400, "run: expected hexadecimal digits");
        }
        if (lease.faults() && !faults) {
            throw new Refused(403, "this node was started without --allow-faults, and the run has some");
        }
        for (String peer : lease.peers()) {
            if (!mayDial(settings, peer)) {
                throw new Refused(403, peer + " is not among the hosts of --allow of this node");
            }
        }
        if (settings.data().nixlLibrary() == null) {
            try {
                Room.check((double) lease.bytes());
            } catch (UncheckedIOException tooLarge) {
                throw new Refused(507, String.valueOf(tooLarge.getMessage()));
            }
        }
    }

    private static boolean mayDial(NodeSettings settings, String peer) {
        try {
            return settings.allowed().contains(PeerAddress.parse(peer));
        } catch (IllegalArgumentException flaw) {
            throw new Refused(400, "peers: " + flaw.getMessage());
        }
    }

    @Override
    public void close() {
        LentPlace lent = current.get();
        if (lent != null) {
            lent.close();
        }
    }
}
