package io.kvdrill.scenarios.node;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.PromptKeys;
import io.kvdrill.sim.run.Clients;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;

/** A node on a thread of this JVM. */
final class TestNode implements AutoCloseable, Clients {
    private static final Model MODEL = new Model(64 << 10, 16);

    private final PeerSpec peer;
    private final Node node;
    private final Thread thread;
    private final List<TraceEvent> events = new CopyOnWriteArrayList<>();
    private final Map<String, CompletableFuture<LegResult>> ended = new ConcurrentHashMap<>();

    private TestNode(PeerSpec peer, DataPlane data) throws InterruptedException {
        this.peer = peer;
        this.node = new Node(
                NodeSettings.of(peer, MODEL, Profile.of(Preset.HARDENED), 1).withData(data),
                new Node.Watchers(this, (entry, stored) -> events.add(entry.event()), view -> {}));
        CompletableFuture<Boolean> started = new CompletableFuture<>();
        this.thread = new Thread(
                () -> {
                    try {
                        node.start();
                        started.complete(true);
                        node.run();
                    } catch (RuntimeException | Error e) {
                        started.completeExceptionally(e);
                    }
                },
                "node " + peer.name());
        thread.start();
        try {
            started.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    static TestNode start(String name) throws InterruptedException {
        return start(name, DataPlane.shm());
    }

    static TestNode start(String name, DataPlane data) throws InterruptedException {
        return new TestNode(PeerSpec.of(name, "127.0.0.1").withPort(freePort()), data);
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void produce(String request, int tokens) {
        submit(request, tokens, Leg.PRODUCE, Map.of("remote_decoder", Map.of("kv_request_id", request)));
    }

    void consume(String request, int tokens, TestNode from) {
        submit(
                request,
                tokens,
                Leg.CONSUME,
                Map.of(
                        "remote_prefiller",
                        Map.of("kv_request_id", request, "remote_host", from.peer.host(), "remote_port", (long)
                                from.peer.port())));
    }

    private void submit(String request, int tokens, Leg leg, Map<String, ?> params) {
        Prompt prompt = Prompt.of(request, tokens);
        LegSpec spec = new LegSpec(
                request,
                leg,
                request,
                new RequestContext(request + "/" + leg, params),
                new PromptKeys().of(prompt, peer.hashSeed(), MODEL.tokensPerBlock()),
                tokens,
                1);
        node.post(host -> host.submit(spec));
    }

    LegResult ended(String request) throws InterruptedException {
        try {
            return ended.computeIfAbsent(request, any -> new CompletableFuture<>())
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    <E extends TraceEvent> List<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Waits for an event. */
    <E extends TraceEvent> E await(Class<E> type) throws InterruptedException {
        while (events(type).isEmpty()) {
            Thread.sleep(2);
        }
        return events(type).get(0);
    }

    @Override
    public void onPrefillDone(String request, Leg leg) {}

    @Override
    public void onLegEnded(LegResult result) {
        ended.computeIfAbsent(result.request(), any -> new CompletableFuture<>())
                .complete(result);
    }

    @Override
    public void close() {
        node.post(host -> host.shutDown());
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
