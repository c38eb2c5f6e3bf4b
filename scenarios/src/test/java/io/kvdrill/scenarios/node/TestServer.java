package io.kvdrill.scenarios.node;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A node with its API on a thread of this JVM, with blocks of 4 KiB. */
final class TestServer implements AutoCloseable {
    static final Model MODEL = new Model(4_096, 16);

    private final PeerSpec peer;
    private final NodeServer server;
    private final Thread thread;
    private final HttpClient client = HttpClient.newHttpClient();

    private TestServer(String token, boolean faults) throws InterruptedException {
        this(token, faults, GuestPeers.none(), line -> {});
    }

    private TestServer(String token, boolean faults, GuestPeers.Maker guests, Consumer<String> log)
            throws InterruptedException {
        this.peer = PeerSpec.of("node", "127.0.0.1").withPort(TestNode.freePort());
        this.server = new NodeServer(
                NodeSettings.of(peer, MODEL, Profile.of(Preset.HARDENED), 1),
                new NodeServer.ApiSettings(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), token, faults),
                guests,
                log);
        CompletableFuture<Boolean> started = new CompletableFuture<>();
        this.thread = new Thread(
                () -> {
                    try (server) {
                        server.start();
                        started.complete(true);
                        server.run();
                    } catch (RuntimeException | Error e) {
                        started.completeExceptionally(e);
                    }
                },
                "node server");
        thread.start();
        try {
            started.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    static TestServer start() throws InterruptedException {
        return new TestServer("", false);
    }

    static TestServer lendingTo(GuestPeers guests, Consumer<String> log) throws InterruptedException {
        return new TestServer("", false, (node, faults) -> guests, log);
    }

    static TestServer withToken(String token) throws InterruptedException {
        return new TestServer(token, false);
    }

    PeerSpec peer() {
        return peer;
    }

    String url() {
        return "http://127.0.0.1:" + server.apiPort();
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(), path, headers);
    }

    HttpResponse<String> post(String path, String body, String... headers) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder().POST(BodyPublishers.ofString(body)), path, headers);
    }

    HttpResponse<String> delete(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder().DELETE(), path);
    }

    private HttpResponse<String> send(HttpRequest.Builder request, String path, String... headers)
            throws IOException, InterruptedException {
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.uri(URI.create(url() + path)).build(), BodyHandlers.ofString());
    }

    /** What comes at a path, line by line, for as long as it comes. */
    Stream<String> follow(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path)).build();
        return client.send(request, BodyHandlers.ofLines()).body();
    }

    static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    void shutDown() throws InterruptedException {
        server.shutDown();
        thread.join();
    }

    @Override
    public void close() {
        server.shutDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
