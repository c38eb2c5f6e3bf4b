package io.kvdrill.transports.zmq;

import io.kvdrill.core.transport.contract.ControlTransportFixture.RawClient;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.zeromq.SocketType;
import org.zeromq.ZEvent;
import org.zeromq.ZMQ;

/** A DEALER of nobody's, under any identity. */
final class RawDealer implements RawClient, AutoCloseable {
    private final ZMQ.Context context = ZMQ.context(1);
    private final ZMQ.Socket socket = context.socket(SocketType.DEALER);
    private boolean closed;

    RawDealer(byte[] identity, int port) {
        socket.setLinger(0);
        if (identity.length > 0) {
            socket.setIdentity(identity);
        }
        CountDownLatch connected = new CountDownLatch(1);
        socket.setEventHook((ZEvent event) -> connected.countDown(), ZMQ.EVENT_CONNECTED);
        socket.connect("tcp://127.0.0.1:" + port);
        settle(connected);
    }

    /** Sends nothing while the connect ends: JeroMQ may deafen such a link, until it is made to look again. */
    private void settle(CountDownLatch connected) {
        try {
            if (connected.await(1, TimeUnit.SECONDS)) {
                Thread.sleep(20);
                ZMQ.Socket other = context.socket(SocketType.ROUTER); // as Sockets.nudge
                other.bind("tcp://127.0.0.1:*");
                other.close();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void send(byte[]... parts) {
        for (int i = 0; i < parts.length; i++) {
            socket.send(parts[i], i < parts.length - 1 ? ZMQ.SNDMORE : 0);
        }
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            socket.close();
            context.close();
        }
    }
}
