package io.kvdrill.scenarios.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.trace.TraceWriter;
import io.kvdrill.scenarios.doctor.LockedMemory;
import io.kvdrill.scenarios.doctor.RdmaDevices;
import io.kvdrill.scenarios.node.RequestBook.BadRequest;
import io.kvdrill.scenarios.node.RequestBook.Entry;
import io.kvdrill.scenarios.run.Version;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.run.PeerHost;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.type.TypeReference;

/**
 * What a node offers over HTTP: docs/node.md lists it. Handlers run on threads of their own and hand what concerns the peer
 * to its thread.
 */
final class NodeApi implements AutoCloseable {
    private static final String COMPLETIONS = "/v1/completions";
    private static final String MOST_IDLE_CONNECTIONS = "10000";

    private interface Handler {
        void handle(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final NodeServer node;
    private final String token;
    private final boolean faults;
    private final GuestPeers guests;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "kvdrill-api");
        thread.setDaemon(true);
        return thread;
    });

    /**
     * An API that listens.
     *
     * @param token what clients must show; empty for nothing
     * @param faults whether the node kills or pauses itself on request
     * @param guests to whom the node lends its place
     * @throws IOException if the address cannot be listened at
     */
    NodeApi(NodeServer node, InetSocketAddress address, String token, boolean faults, GuestPeers guests)
            throws IOException {
        this.node = node;
        this.token = token;
        this.faults = faults;
        this.guests = guests;
        setUpServers();
        this.server = HttpServer.create(address, 0);
        server.setExecutor(threads);
        on("/health", this::health);
        on(
                "/metrics",
                exchange -> ApiExchange.answer(
                        exchange,
                        200,
                        "text/plain; version=0.0.4",
                        node.metrics().text()));
        on("/trace", this::trace);
        on("/reach", new Reach(node.settings().allowed())::answer);
        on("/reset_prefix_cache", this::reset);
        on("/faults/", this::fault);
        on("/runs", guests::handle);
        on(COMPLETIONS, this::completions);
        on("/", exchange -> {
            throw new Refused(
                    404, "there is no " + exchange.getRequestURI().getPath() + "; docs/node.md lists what is");
        });
        server.start();
    }

    /** What the JVM's servers read once, when the first is made. */
    private static void setUpServers() {
        // Lines of a stream must not wait for the acknowledgement of earlier ones.
        System.setProperty("sun.net.httpserver.nodelay", "true");
        // Where this many others are idle, a connection is closed after each answer, without a word: whoever sends the
        // next
        // request at that moment loses it. The JVM's 200 are there when a client that forgets its connections polls for
        // 10 s.
        System.setProperty("sun.net.httpserver.maxIdleConnections", MOST_IDLE_CONNECTIONS);
    }

    /** The port that it listens at. */
    int port() {
        return server.getAddress().getPort();
    }

    private void on(String path, Handler handler) {
        server.createContext(path, exchange -> {
            try (exchange) {
                try {
                    checkToken(exchange);
                    handler.handle(exchange);
                } catch (Refused refused) {
                    ApiExchange.error(exchange, refused.status(), String.valueOf(refused.getMessage()));
                } catch (BadRequest bad) {
                    ApiExchange.error(exchange, 400, String.valueOf(bad.getMessage()));
                } catch (InterruptedException closing) {
                    ApiExchange.error(exchange, 503, "the node is ending");
                } catch (RuntimeException fault) {
                    // Left to the server, the client would find its connection closed, and nobody would learn why.
                    String told = exchange.getRequestMethod() + " " + path + ": " + fault;
                    node.log("a fault of kvdrill: " + told);
                    ApiExchange.error(exchange, 500, "a fault of kvdrill, which the node's log has, too: " + told);
                }
            }
        });
    }

    private void checkToken(HttpExchange exchange) {
        if (token.isEmpty()) {
            return;
        }
        String shown = exchange.getRequestHeaders().getFirst("Authorization");
        if (shown == null) {
            throw new Refused(401, "expected the header Authorization: Bearer TOKEN, with the token of this node");
        }
        boolean right = MessageDigest.isEqual(
                shown.getBytes(StandardCharsets.UTF_8), ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
        if (!right) {
            throw new Refused(401, "this node has another token than the one in the header Authorization");
        }
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    private void completions(HttpExchange exchange) throws IOException, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals(COMPLETIONS)) {
            ApiExchange.expect(exchange, "POST");
            submit(exchange);
            return;
        }
        String id = path.substring(COMPLETIONS.length() + 1);
        Entry entry = node.book().find(id);
        if (entry == null) {
            throw new Refused(404, "no request is called " + id);
        }
        if (exchange.getRequestMethod().equals("DELETE")) {
            node.post(host -> host.abort(entry.leg.engineRequest()));
        } else {
            ApiExchange.expect(exchange, "GET");
        }
        ApiExchange.json(exchange, 200, entry.told());
    }

    private void submit(HttpExchange exchange) throws IOException, InterruptedException {
        Map<String, Object> body = ApiExchange.body(exchange, new TypeReference<Map<String, Object>>() {});
        Entry entry = node.book().open(body);
        try {
            node.post(host -> {
                if (!host.submit(entry.leg)) {
                    node.book().onLegEnded(NodeServer.lost(entry.leg));
                }
            });
        } catch (Refused refused) {
            node.book().onLegEnded(NodeServer.lost(entry.leg));
            throw refused;
        }
        if (Boolean.TRUE.equals(body.get("background"))) {
            ApiExchange.json(exchange, 202, entry.told());
            return;
        }
        try {
            boolean lost = entry.ended.get().end() == LegEnd.LOST;
            ApiExchange.json(exchange, lost ? 503 : 200, entry.told());
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody fails a request", e);
        }
    }

    // ---- the node ------------------------------------------------------------------------------------------------

    private void health(HttpExchange exchange) throws IOException {
        ApiExchange.expect(exchange, "GET");
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("status", node.ended() ? "ending" : "ok");
        told.put("peer", node.id());
        told.put("profile", node.profile());
        told.put("pid", ProcessHandle.current().pid());
        told.put("version", Version.text());
        told.put("data", node.settings().data().word());
        told.put("backend", node.settings().data().backend());
        told.put("block_bytes", node.settings().model().blockBytes());
        told.put("slots", node.settings().peer().slots());
        told.put("locked_memory", LockedMemory.limit());
        told.put("rdma_devices", RdmaDevices.active());
        told.put("host", node.settings().peer().host());
        told.put("port", node.settings().peer().port());
        told.put("memory", SharedMemoryId.text());
        told.put("faults", faults);
        told.put("run", node.isLent());
        ApiExchange.json(exchange, node.ended() ? 503 : 200, told);
    }

    private void trace(HttpExchange exchange) throws IOException, InterruptedException {
        ApiExchange.expect(exchange, "GET");
        BlockingQueue<StoredEntry> entries = node.feed().listen();
        exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
        exchange.sendResponseHeaders(200, 0);
        try (OutputStream out = exchange.getResponseBody()) {
            out.flush(); // A listener is to know at once that it hears, even where nothing happens.
            while (!node.ended() && (node.feed().hears(entries) || !entries.isEmpty())) {
                StoredEntry entry = entries.poll(200, TimeUnit.MILLISECONDS);
                if (entry != null) {
                    out.write(TraceWriter.line(entry).getBytes(StandardCharsets.UTF_8));
                    out.flush();
                }
            }
        } finally {
            node.feed().close(entries);
        }
    }

    private void reset(HttpExchange exchange) throws IOException {
        ApiExchange.expect(exchange, "POST");
        node.post(PeerHost::resetCache);
        ApiExchange.json(exchange, 202, Map.of("status", "draining"));
    }

    private void fault(HttpExchange exchange) throws IOException {
        ApiExchange.expect(exchange, "POST");
        if (!faults) {
            throw new Refused(403, "this node was started without --allow-faults");
        }
        if (node.isLent()) {
            throw new Refused(409, "a run has this node; its own engine is back when that is over");
        }
        String what = exchange.getRequestURI().getPath().substring("/faults/".length());
        String self = Long.toString(ProcessHandle.current().pid());
        switch (what) {
            case "kill" -> {
                ApiExchange.json(exchange, 202, Map.of("status", "killed"));
                exchange.close();
                new ProcessBuilder("kill", "-KILL", self).start();
            }
            case "pause" -> {
                String seconds = seconds(exchange);
                ApiExchange.json(exchange, 202, Map.of("status", "paused", "seconds", seconds));
                exchange.close();
                new ProcessBuilder("sh", "-c", "kill -STOP " + self + "; sleep " + seconds + "; kill -CONT " + self)
                        .start();
            }
            default -> throw new Refused(404, "no fault is called " + what + "; there are kill and pause");
        }
    }

    private static String seconds(HttpExchange exchange) {
        String query = exchange.getRequestURI().getQuery();
        if (query != null && query.matches("seconds=[0-9]{1,5}([.][0-9]{1,3})?")) {
            return query.substring(query.indexOf('=') + 1);
        }
        throw new Refused(400, "expected ?seconds=N, for how long to stand still");
    }

    @Override
    public void close() {
        guests.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
