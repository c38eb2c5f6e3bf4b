package io.kvdrill.scenarios.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.reports.json.JsonProblem;
import io.kvdrill.reports.trace.TraceWriter;
import io.kvdrill.scenarios.doctor.LockedMemory;
import io.kvdrill.scenarios.doctor.RdmaDevices;
import io.kvdrill.scenarios.node.RequestBook.BadRequest;
import io.kvdrill.scenarios.node.RequestBook.Entry;
import io.kvdrill.scenarios.run.Version;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
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
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a node offers over HTTP: docs/node.md lists it. Handlers run on threads of their own and hand what concerns the peer
 * to its thread.
 */
final class NodeApi implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int MOST_BYTES = 1 << 20;
    private static final String COMPLETIONS = "/v1/completions";

    /** Which status and text answer a request that goes wrong. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final int status;

        Refused(int status, String message) {
            super(message, null, false, false);
            this.status = status;
        }
    }

    private interface Handler {
        void handle(HttpExchange exchange) throws IOException, InterruptedException;
    }

    private final NodeServer node;
    private final String token;
    private final boolean faults;
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
     * @throws IOException if the address cannot be listened at
     */
    NodeApi(NodeServer node, InetSocketAddress address, String token, boolean faults) throws IOException {
        this.node = node;
        this.token = token;
        this.faults = faults;
        this.server = HttpServer.create(address, 0);
        server.setExecutor(threads);
        on("/health", this::health);
        on(
                "/metrics",
                exchange -> answer(
                        exchange,
                        200,
                        "text/plain; version=0.0.4",
                        node.metrics().text()));
        on("/trace", this::trace);
        on("/reach", new Reach(node.settings().allowed())::answer);
        on("/reset_prefix_cache", this::reset);
        on("/faults/", this::fault);
        on(COMPLETIONS, this::completions);
        on("/", exchange -> {
            throw new Refused(
                    404, "there is no " + exchange.getRequestURI().getPath() + "; docs/node.md lists what is");
        });
        server.start();
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
                    error(exchange, refused.status, String.valueOf(refused.getMessage()));
                } catch (BadRequest bad) {
                    error(exchange, 400, String.valueOf(bad.getMessage()));
                } catch (InterruptedException closing) {
                    error(exchange, 503, "the node is ending");
                }
            }
        });
    }

    private void checkToken(HttpExchange exchange) {
        if (token.isEmpty()) {
            return;
        }
        String shown = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        boolean right = MessageDigest.isEqual(
                shown.getBytes(StandardCharsets.UTF_8), ("Bearer " + token).getBytes(StandardCharsets.UTF_8));
        if (!right) {
            throw new Refused(401, "expected the header Authorization: Bearer TOKEN, with the token of this node");
        }
    }

    // ---- requests ------------------------------------------------------------------------------------------------

    private void completions(HttpExchange exchange) throws IOException, InterruptedException {
        String path = exchange.getRequestURI().getPath();
        if (path.equals(COMPLETIONS)) {
            expect(exchange, "POST");
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
            expect(exchange, "GET");
        }
        json(exchange, 200, entry.told());
    }

    private void submit(HttpExchange exchange) throws IOException, InterruptedException {
        Map<String, Object> body = body(exchange);
        Entry entry = node.book().open(body);
        node.post(host -> {
            if (!host.submit(entry.leg)) {
                node.book().onLegEnded(NodeServer.lost(entry.leg));
            }
        });
        if (Boolean.TRUE.equals(body.get("background"))) {
            json(exchange, 202, entry.told());
            return;
        }
        try {
            boolean lost = entry.ended.get().end() == LegEnd.LOST;
            json(exchange, lost ? 503 : 200, entry.told());
        } catch (ExecutionException e) {
            throw new IllegalStateException("nobody fails a request", e);
        }
    }

    private static Map<String, Object> body(HttpExchange exchange) throws IOException {
        byte[] bytes = exchange.getRequestBody().readNBytes(MOST_BYTES + 1);
        if (bytes.length > MOST_BYTES) {
            throw new Refused(413, "the body is longer than " + MOST_BYTES + " bytes");
        }
        try {
            Map<String, Object> body = MAPPER.readValue(bytes, new TypeReference<Map<String, Object>>() {});
            if (body != null) {
                return body;
            }
        } catch (JacksonException e) {
            throw new BadRequest("the body is no JSON object: " + JsonProblem.of(e));
        }
        throw new BadRequest("the body is null; expected a JSON object");
    }

    // ---- the node ------------------------------------------------------------------------------------------------

    private void health(HttpExchange exchange) throws IOException {
        expect(exchange, "GET");
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
        json(exchange, node.ended() ? 503 : 200, told);
    }

    private void trace(HttpExchange exchange) throws IOException, InterruptedException {
        expect(exchange, "GET");
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
        expect(exchange, "POST");
        node.post(host -> host.resetCache());
        json(exchange, 202, Map.of("status", "draining"));
    }

    private void fault(HttpExchange exchange) throws IOException {
        expect(exchange, "POST");
        if (!faults) {
            throw new Refused(403, "this node was started without --allow-faults");
        }
        String what = exchange.getRequestURI().getPath().substring("/faults/".length());
        String self = Long.toString(ProcessHandle.current().pid());
        switch (what) {
            case "kill" -> {
                json(exchange, 202, Map.of("status", "killed"));
                exchange.close();
                new ProcessBuilder("kill", "-KILL", self).start();
            }
            case "pause" -> {
                long seconds = seconds(exchange);
                json(exchange, 202, Map.of("status", "paused", "seconds", seconds));
                exchange.close();
                new ProcessBuilder("sh", "-c", "kill -STOP " + self + "; sleep " + seconds + "; kill -CONT " + self)
                        .start();
            }
            default -> throw new Refused(404, "no fault is called " + what + "; there are kill and pause");
        }
    }

    private static long seconds(HttpExchange exchange) {
        String query = exchange.getRequestURI().getQuery();
        if (query != null && query.matches("seconds=[0-9]{1,5}")) {
            return Long.parseLong(query.substring(query.indexOf('=') + 1));
        }
        throw new Refused(400, "expected ?seconds=N, for how long to stand still");
    }

    // ---- answers -------------------------------------------------------------------------------------------------

    static void expect(HttpExchange exchange, String method) {
        if (!exchange.getRequestMethod().equals(method)) {
            throw new Refused(
                    405,
                    exchange.getRequestURI().getPath() + " takes " + method + ", not " + exchange.getRequestMethod());
        }
    }

    private static void error(HttpExchange exchange, int status, String message) throws IOException {
        if (exchange.getResponseCode() < 0) {
            json(exchange, status, Map.of("error", message));
        }
    }

    static void json(HttpExchange exchange, int status, Map<String, ?> body) throws IOException {
        answer(exchange, status, "application/json", MAPPER.writeValueAsString(body) + "\n");
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
