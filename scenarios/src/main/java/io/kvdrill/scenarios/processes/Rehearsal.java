package io.kvdrill.scenarios.processes;

import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.scenarios.node.Node;
import io.kvdrill.scenarios.node.NodeSettings;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.PromptKeys;
import io.kvdrill.sim.run.Clients;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Moves a few blocks between two small peers of this process before it says that it is ready, so that its first real
 * request does not wait for classes to be loaded and code to be compiled. Whatever goes wrong here is left to the run.
 */
final class Rehearsal {
    private static final Model MODEL = new Model(4_096, 16);
    private static final int ROUNDS = 6;
    private static final int TOKENS = 256;
    private static final long PATIENCE_SECONDS = 5;
    private static final long LOOK_MILLIS = 100;
    private static final String READY = "ready";

    private final List<Integer> ports = HostAddresses.free(2);
    private final List<String> happened = new ArrayList<>();
    private final NodeSettings like;

    private Rehearsal(NodeSettings like) {
        this.like = like;
    }

    /** Rehearses for a process of these settings. */
    static void run(NodeSettings settings) {
        new Rehearsal(settings).run();
    }

    private void run() {
        PeerSpec prefill = PeerSpec.of("prefill", "127.0.0.1").withPort(ports.get(0));
        PeerSpec decode = PeerSpec.of("decode", "127.0.0.1").withPort(ports.get(1));
        Node producer = node(prefill);
        Node consumer = node(decode);
        Thread one = started(producer);
        Thread other = started(consumer);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                String request = "r" + round;
                producer.post(host -> host.submit(again(leg(request, Leg.PRODUCE, prefill))));
                await(request + Leg.PRODUCE, 1);
                consumer.post(host -> host.submit(again(leg(request, Leg.CONSUME, prefill))));
                await(request + Leg.CONSUME, 1);
                if (round == 0) {
                    await(READY, 2);
                }
            }
            producer.post(host -> host.shutDown());
            consumer.post(host -> host.shutDown());
            one.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
            other.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }

    private synchronized void await(String what, int times) throws InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (Collections.frequency(happened, what) < times && System.nanoTime() < until) {
            wait(LOOK_MILLIS);
        }
    }

    private synchronized void happened(String what) {
        happened.add(what);
        notifyAll();
    }

    private Node node(PeerSpec spec) {
        return new Node(
                NodeSettings.of(spec.withSlots(64), MODEL, like.profile(), 1).withData(like.data()),
                new Node.Watchers(new Told(), (entry, stored) -> onEntry(entry, stored), view -> {}));
    }

    private static Thread started(Node node) {
        Thread thread = new Thread(
                () -> {
                    node.start();
                    node.run();
                },
                "kvdrill-rehearsal");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Through the words of the wire, which are rehearsed, too. */
    private static LegSpec again(LegSpec leg) {
        String line = Wire.write(Order.Submit.of(leg).givenAfter(0));
        return Wire.order(line).order() instanceof Order.Submit submit ? submit.toLeg() : leg;
    }

    private void onEntry(TraceEntry entry, StoredEntry stored) {
        Wire.report(Wire.write(Report.Entry.of(stored, 0, 0, 0)));
        if (entry.event() instanceof SessionEvent.SessionReady) {
            happened(READY);
        }
    }

    private static LegSpec leg(String request, Leg leg, PeerSpec producer) {
        Map<String, Object> remote = new LinkedHashMap<>();
        remote.put("kv_request_id", request);
        remote.put("remote_host", producer.host());
        remote.put("remote_port", (long) producer.port());
        return new LegSpec(
                request,
                leg,
                request,
                new RequestContext(
                        request + leg, Map.of(leg == Leg.PRODUCE ? "remote_decoder" : "remote_prefiller", remote)),
                new PromptKeys().of(Prompt.of(request, TOKENS), producer.hashSeed(), MODEL.tokensPerBlock()),
                TOKENS,
                1);
    }

    private final class Told implements Clients {
        @Override
        public void onPrefillDone(String request, Leg leg) {}

        @Override
        public void onLegEnded(LegResult result) {
            happened(result.request() + result.leg());
        }
    }
}
