package io.kvdrill.sim.network;

import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Kernel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A DEALER socket: it connects to one address, again and again, and keeps what it cannot send yet. What has left for the
 * socket buffer of a link is lost with that link; what still waits here survives it, and reaches whoever answers at the
 * address next.
 */
final class Dealer {
    /** ZeroMQ's default, without back-off. */
    static final long RECONNECT_NANOS = 100_000_000L;

    /** Told of what ZeroMQ's monitor reports. */
    @FunctionalInterface
    interface Monitor {
        void onDisconnected();

        /** A closed socket that had something left to send has come to its end. */
        default void onFinished(Dealer dealer) {}
    }

    /** See {@link #close}. */
    static final long FOR_EVER = Long.MAX_VALUE;

    /** A send that waits for room. */
    private record Waiter(Frame frame, HostThread.Block block) {}

    final String address;
    final Identity identity;
    final String peer;
    final Heartbeats heartbeats;
    final TraceSink trace;

    private final SimControlNetwork network;
    private final Kernel kernel;
    private final Monitor monitor;
    private final EventLabel retry;
    private final EventLabel connect;
    private final int highWaterMark;
    private final Deque<Frame> pipe = new ArrayDeque<>();
    private @Nullable Waiter waiter;
    private @Nullable Link link;
    private @Nullable Event attempt;
    private @Nullable Event lingering;
    private long retryBaseNanos;
    private boolean unansweredReported;
    private boolean closed;
    private boolean dead;

    Dealer(
            SimControlNetwork network,
            String address,
            Identity identity,
            String peer,
            Heartbeats heartbeats,
            TraceSink trace,
            Monitor monitor) {
        this.network = network;
        this.kernel = network.kernel();
        this.address = address;
        this.identity = identity;
        this.peer = peer;
        this.heartbeats = heartbeats;
        this.trace = trace;
        this.monitor = monitor;
        this.retry = new EventLabel("control_retry", address, peer);
        this.connect = new EventLabel("control_connect", address, peer);
        this.highWaterMark = network.linkBetween(address, target()).highWaterMark();
    }

    /** The address behind the peer's name, as seen from here. */
    String target() {
        return network.resolve(address, peer);
    }

    void open() {
        retryBaseNanos = kernel.nowNanos();
        tryToConnect();
    }

    /** Frames that wait for the link. */
    int queued() {
        return pipe.size();
    }

    int highWaterMark() {
        return highWaterMark;
    }

    boolean full() {
        return pipe.size() >= highWaterMark;
    }

    /** Takes a frame; the caller has seen that there is room. */
    void enqueue(Frame frame) {
        admit(frame);
        if (dead) {
            losePipe("the sender is dead");
        }
        pump();
    }

    /** Takes a frame now or, blocking the thread, when there is room. */
    void enqueueOrBlock(Frame frame, HostThread host) {
        if (full() && !dead) {
            waiter = new Waiter(frame, host.block("control send to " + peer + ": " + pipe.size() + " messages queued"));
        } else {
            enqueue(frame);
        }
    }

    /** Sends what waits, as far as the link takes it. */
    void pump() {
        Link current = link;
        while (current != null && current.hasRoom() && !pipe.isEmpty()) {
            current.transmit(pipe.remove());
        }
        Waiter waiting = waiter;
        if (waiting != null && !full()) {
            waiter = null;
            admit(waiting.frame());
            waiting.block().release();
            pump();
        } else if (closed && pipe.isEmpty() && current != null) {
            kernel.cancel(lingering);
            end(current);
            monitor.onFinished(this);
        }
    }

    /**
     * Closes the socket. What waits may leave for a while, in the background.
     *
     * @param lingerNanos for how long; {@link #FOR_EVER} until everything has left
     */
    void close(long lingerNanos) {
        if (closed) {
            return;
        }
        closed = true;
        if (lingerNanos == 0 || pipe.isEmpty()) {
            giveUp();
        } else if (lingerNanos != FOR_EVER) {
            lingering = kernel.after(lingerNanos, retry, this::giveUp);
        }
    }

    /** Whether it has a link. */
    boolean connected() {
        return link != null;
    }

    /** Ends a socket that lingers; what waits is lost. */
    void giveUp() {
        if (dead) {
            return;
        }
        kernel.cancel(lingering);
        losePipe("the sender closed the connection");
        Link current = link;
        if (current != null) {
            end(current);
        } else {
            stopTrying();
        }
        monitor.onFinished(this);
    }

    /** Whether nothing is left of the socket. */
    boolean finished() {
        return dead || (closed && pipe.isEmpty());
    }

    /** Whether a closed socket still has something to send. */
    boolean lingers() {
        return closed && !dead && !pipe.isEmpty();
    }

    /** The process dies. */
    void die(boolean silently) {
        if (dead) {
            return;
        }
        dead = true;
        closed = true;
        kernel.cancel(lingering);
        waiter = null;
        losePipe("the sender died");
        stopTrying();
        Link current = link;
        link = null;
        if (current != null) {
            current.dealerDies(silently);
        }
    }

    /** The link is down, for a reason that this side has found out. */
    void disconnected(Link former, String reason) {
        if (link != former) {
            return;
        }
        link = null;
        if (dead) {
            return;
        }
        trace.emit(new NetworkEvent.LinkLost(peer, former.number, reason));
        if (!closed) {
            monitor.onDisconnected();
        }
        if (!closed || !pipe.isEmpty()) {
            retryBaseNanos = kernel.nowNanos();
            attemptAt(retryBaseNanos + RECONNECT_NANOS);
        }
    }

    /** Whether a new attempt may succeed. */
    boolean couldConnect() {
        return network.whyUnreachable(address, target()) == null;
    }

    /** Tries again at the next moment of the reconnect interval. */
    void wake() {
        long since = kernel.nowNanos() - retryBaseNanos;
        long intervals = -Math.floorDiv(-since, RECONNECT_NANOS);
        attemptAt(retryBaseNanos + intervals * RECONNECT_NANOS);
    }

    private void attemptAt(long nanos) {
        if (attempt == null || !attempt.pending()) {
            attempt = kernel.at(nanos, retry, this::tryToConnect);
        }
    }

    private void tryToConnect() {
        if (dead || link != null || (closed && pipe.isEmpty())) {
            return;
        }
        String reason = network.whyUnreachable(address, target());
        if (reason != null) {
            if (!unansweredReported) {
                unansweredReported = true;
                trace.emit(new NetworkEvent.DialUnanswered(peer, reason));
            }
            network.await(this);
            return;
        }
        long handshakeNanos = network.handshakeNanos(address, target());
        attempt = kernel.after(handshakeNanos, connect, this::establish);
    }

    private void establish() {
        if (dead || link != null || (closed && pipe.isEmpty())) {
            return;
        }
        SimControlTransport listener = network.listenerAt(target());
        if (listener == null || !couldConnect()) {
            tryToConnect();
            return;
        }
        unansweredReported = false;
        Link established = network.newLink(this, listener);
        link = established;
        trace.emit(new NetworkEvent.LinkEstablished(peer, established.number));
        listener.router().attach(established);
        pump();
    }

    private void admit(Frame frame) {
        trace.emit(new NetworkEvent.FrameSent(peer, frame.number, frame.what(), frame.bytes()));
        frame.sentEntry = kernel.causality().current();
        pipe.add(frame);
    }

    private void end(Link current) {
        link = null;
        current.closeFromDealer();
    }

    private void stopTrying() {
        kernel.cancel(attempt);
        network.forget(this);
    }

    private void losePipe(String reason) {
        while (!pipe.isEmpty()) {
            trace.emit(new NetworkEvent.FrameLost(peer, pipe.remove().number, reason));
        }
    }
}
