package io.kvdrill.sim.network;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Incarnation;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.Latency;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A control network with a trace, and peers that note what they are told. */
final class NetworkWorld {
    static final long MS = 1_000_000L;
    static final long SECOND = 1_000 * MS;
    static final String A = "a:1";
    static final String B = "b:1";
    static final String C = "c:1";
    /** 50 us each way. */
    static final ControlLink LINK = new ControlLink(Latency.fixed(100_000), 0, 1_000);

    final Kernel kernel = new Kernel();
    final TraceRecorder trace = new TraceRecorder(kernel, Keep.ENTRIES);
    final SimControlNetwork network;
    final NetworkFaults faults;
    private final Map<String, Integer> lives = new LinkedHashMap<>();

    NetworkWorld() {
        this(LINK, 1);
    }

    NetworkWorld(ControlLink link, long seed) {
        network = new SimControlNetwork(kernel, new RandomStreams(seed), link);
        faults = network.faults();
        trace.addCauseFinder(network);
    }

    /** One life of a peer. */
    static final class Peer implements ControlTransport.Listener {
        final SimControlTransport transport;
        final HostThread host;
        final TraceSink sink;
        final List<Connection> accepted = new ArrayList<>();
        final List<Connection> lost = new ArrayList<>();
        final List<Long> received = new ArrayList<>();

        Peer(SimControlTransport transport, HostThread host, TraceSink sink) {
            this.transport = transport;
            this.host = host;
            this.sink = sink;
        }

        Connection dial(String peer) {
            return transport.dial(peer);
        }

        Peer poll() {
            transport.poll(this);
            return this;
        }

        void kill() {
            host.kill();
            transport.kill(false);
        }

        void vanish() {
            host.kill();
            transport.kill(true);
        }

        @Override
        public void onAccepted(Connection connection) {
            accepted.add(connection);
            take(connection);
        }

        @Override
        public void onReceived(Connection connection) {
            take(connection);
        }

        @Override
        public void onLost(Connection connection) {
            lost.add(connection);
        }

        private void take(Connection connection) {
            for (Payload payload : connection.receive()) {
                if (payload instanceof Message message) {
                    sink.emit(new SessionEvent.MessageReceived(connection.peer(), message));
                }
                received.add(payload instanceof Message.AbortFetch numbered ? numbered.round() : -1L);
            }
        }
    }

    Peer open(String peer, Profile profile) {
        return open(peer, peer, profile);
    }

    Peer open(String peer) {
        return open(peer, peer, hardened());
    }

    Peer open(String peer, String address, Profile profile) {
        int life = lives.merge(address, 1, Integer::sum);
        TraceSink sink = trace.sinkOf(peer);
        HostThread host = new HostThread(kernel, peer, sink);
        ControlEndpoint endpoint = ControlEndpoint.of(new Incarnation(peer, life), host, sink, new Rules(profile))
                .at(address);
        return new Peer(network.open(endpoint), host, sink);
    }

    static Profile hardened() {
        return Profile.of(Preset.HARDENED);
    }

    static Profile published() {
        return Profile.of(Preset.VLLM_2026_08);
    }

    static Message message(long number) {
        return new Message.AbortFetch("request", number);
    }

    void run(long nanos) {
        kernel.runUntil(kernel.nowNanos() + nanos);
    }

    /** The events of a kind, in order. */
    <E extends TraceEvent> List<E> events(Class<E> type) {
        return trace.entries().stream()
                .map(TraceEntry::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    /** When the only event of a kind happened. */
    long timeOfOnly(Class<? extends TraceEvent> type) {
        List<Long> times = trace.entries().stream()
                .filter(entry -> type.isInstance(entry.event()))
                .map(TraceEntry::worldNanos)
                .toList();
        if (times.size() != 1) {
            throw new AssertionError(times.size() + " events " + type.getSimpleName() + " at " + times);
        }
        return times.get(0);
    }

    /** What led to an entry, as the simple names of its events, nearest first. */
    List<String> causes(TraceEntry entry) {
        List<String> names = new ArrayList<>();
        long cause = entry.cause();
        while (cause > 0) {
            TraceEntry next = trace.entries().get((int) cause - 1);
            names.add(next.peer() + " " + next.event().getClass().getSimpleName());
            cause = next.cause();
        }
        return names;
    }
}
