package io.kvdrill.bench;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.transports.zmq.ControlObserver;
import io.kvdrill.transports.zmq.ZmqConfig;
import io.kvdrill.transports.zmq.ZmqControlTransport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.zeromq.SocketType;
import org.zeromq.ZMQ;

/**
 * A message from one peer to another and one back, over the loopback interface: over our transport, which encodes, decodes and
 * sorts them, and the same number of bytes over sockets of JeroMQ and of libzmq, connected in the same way (a ROUTER and a
 * DEALER each, a context each). One thread plays both peers and polls, as an engine does; between two polls it sleeps for
 * 20 µs, which takes a host some 75, so that ZeroMQ's own threads have a core. So times by the clock are multiples of that;
 * CPU times are not.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(
        value = 1,
        jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms512m", "-Xmx512m"})
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class ControlRoundTripBenchmark {
    private static final int IN_C = 100;
    private static final int BATCH = 250;
    private static final long PASS_NANOS = 20_000;

    /** What is sent. */
    @State(Scope.Benchmark)
    public static class Sent {
        /** How many keys are fetched; none: the end of a transfer. */
        @Param({"0", "64"})
        public int keys;

        private Message message;
        private byte[] frame;

        /** Makes it. */
        @Setup
        public void make() {
            message = new Message.TransferDone("request-1234567", true, 7);
            if (keys > 0) {
                List<BlockKey> blocks = new ArrayList<>();
                long[] slots = new long[keys];
                for (int i = 0; i < keys; i++) {
                    byte[] hash = ByteBuffer.allocate(32)
                            .putLong(i * 0x9E37_79B9_7F4A_7C15L)
                            .array();
                    blocks.add(BlockKey.of(hash, 0));
                    slots[i] = 1_000 + i;
                }
                message = new Message.Fetch("request-1234567", blocks, SlotList.of(slots), 7);
            }
            frame = MessageCodec.encode(message);
        }
    }

    /** Two of our transports. */
    @State(Scope.Thread)
    public static class Ours implements ControlTransport.Listener, ControlObserver {
        private ZmqControlTransport near;
        private ZmqControlTransport far;
        private Connection there;
        private Connection back;
        private int received;
        private String loss = "";

        /** Connects them both ways. */
        @Setup
        public void open(Sent sent) {
            ZmqConfig config = ZmqConfig.of("127.0.0.1", 0, Profile.of(Preset.HARDENED));
            near = ZmqControlTransport.open(config, this);
            far = ZmqControlTransport.open(config, this);
            there = near.dial(far.id());
            there.send(sent.message);
            awaitBoth();
            back.send(sent.message);
            awaitBoth();
        }

        /** While links open, both have to be polled. */
        private void awaitBoth() {
            received = 0;
            while (received == 0) {
                near.poll(this);
                far.poll(this);
                LockSupport.parkNanos(PASS_NANOS);
            }
        }

        /** Closes them. */
        @TearDown
        public void close() {
            near.close();
            far.close();
        }

        private void await(ControlTransport peer) {
            await(peer, 1);
        }

        private void await(ControlTransport peer, int messages) {
            received = 0;
            while (received < messages) {
                peer.poll(this);
                LockSupport.parkNanos(PASS_NANOS);
            }
        }

        @Override
        public void onAccepted(Connection connection) {
            back = connection;
            received += connection.receive().size();
        }

        @Override
        public void onReceived(Connection connection) {
            received += connection.receive().size();
        }

        @Override
        public void onLost(Connection connection) {
            throw new IllegalStateException("the connection to " + connection.peer() + " was lost: " + loss);
        }

        @Override
        public void onLinkLost(String peer, String reason) {
            loss = reason;
        }

        @Override
        public void onIdentityRefused(String identity, String reason) {
            throw new IllegalStateException(identity + " was refused: " + reason);
        }

        @Override
        public void onFrameDropped(String identity, String reason) {
            throw new IllegalStateException("a frame of " + identity + " was dropped: " + reason);
        }

        @Override
        public void onLinkUp(String peer) {
            // That is as it should be.
        }

        @Override
        public void onBroken(String reason) {
            throw new IllegalStateException(reason);
        }
    }

    /** Two peers of plain JeroMQ. */
    @State(Scope.Thread)
    public static class Plain {
        private final ZMQ.Context[] contexts = {ZMQ.context(1), ZMQ.context(1)};
        private final ZMQ.Socket[] routers = new ZMQ.Socket[2];
        private final ZMQ.Socket[] dealers = new ZMQ.Socket[2];

        /** Connects them both ways. */
        @Setup
        public void open() {
            for (int i = 0; i < 2; i++) {
                routers[i] = contexts[i].socket(SocketType.ROUTER);
                dealers[i] = contexts[i].socket(SocketType.DEALER);
                routers[i].setLinger(0);
                dealers[i].setLinger(0);
                routers[i].bind("tcp://127.0.0.1:*");
                dealers[i].setIdentity(routers[i].getLastEndpoint().getBytes(StandardCharsets.UTF_8));
            }
            dealers[0].connect(routers[1].getLastEndpoint());
            dealers[1].connect(routers[0].getLastEndpoint());
        }

        /** Closes them. */
        @TearDown
        public void close() {
            for (int i = 0; i < 2; i++) {
                dealers[i].close();
                routers[i].close();
                contexts[i].close();
            }
        }

        private int batch(byte[] frame) {
            for (int i = 0; i < BATCH; i++) {
                dealers[0].send(frame, 0);
            }
            int bytes = 0;
            for (int received = 0; received < BATCH; ) {
                byte[] identity = routers[1].recv(ZMQ.DONTWAIT);
                if (identity == null) {
                    LockSupport.parkNanos(PASS_NANOS);
                } else {
                    bytes += routers[1].recv(ZMQ.DONTWAIT).length;
                    received++;
                }
            }
            return bytes;
        }

        private int way(int from, int to, byte[] frame) {
            dealers[from].send(frame, 0);
            byte[] identity = null;
            while (identity == null) {
                identity = routers[to].recv(ZMQ.DONTWAIT);
                LockSupport.parkNanos(PASS_NANOS);
            }
            return routers[to].recv(ZMQ.DONTWAIT).length;
        }
    }

    /** Two peers of libzmq: {@code KVDRILL_LIBZMQ}, or {@code libzmq.so.5}. */
    @State(Scope.Thread)
    public static class InC {
        private long pair;

        /** Connects them both ways. */
        @Setup
        public void open() {
            Native.load();
            String library = Objects.requireNonNullElse(System.getenv("KVDRILL_LIBZMQ"), "libzmq.so.5");
            pair = Native.zmqOpen(library);
            if (pair == 0) {
                throw new IllegalStateException("not measured: " + library + " cannot be loaded (Debian: libzmq5);"
                        + " KVDRILL_LIBZMQ names another");
            }
            Native.zmqRoundTrips(pair, 1, 1);
        }

        /** Closes them. */
        @TearDown
        public void close() {
            if (pair != 0) {
                Native.zmqClose(pair);
            }
        }
    }

    /** Over our transport. */
    @Benchmark
    public int ours(Sent sent, Ours ours) {
        ours.there.send(sent.message);
        ours.await(ours.far);
        ours.back.send(sent.message);
        ours.await(ours.near);
        return ours.received;
    }

    /** One message of many that one peer sends to the other, over our transport: what a busy peer allocates. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int oursOneWay(Sent sent, Ours ours) {
        for (int i = 0; i < BATCH; i++) {
            ours.there.send(sent.message);
        }
        ours.await(ours.far, BATCH);
        return ours.received;
    }

    /** The same over plain JeroMQ. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public int jeromqOneWay(Sent sent, Plain plain) {
        return plain.batch(sent.frame);
    }

    /** Over plain JeroMQ. */
    @Benchmark
    public int jeromq(Sent sent, Plain plain) {
        return plain.way(0, 1, sent.frame) + plain.way(1, 0, sent.frame);
    }

    /** Over libzmq. */
    @Benchmark
    @OperationsPerInvocation(IN_C)
    public void libzmq(Sent sent, InC pair) {
        Native.zmqRoundTrips(pair.pair, sent.frame.length, IN_C);
    }
}
