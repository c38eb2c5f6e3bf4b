package io.kvdrill.sim.network;

import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One TCP connection from a DEALER to a ROUTER. Frames travel one way, in order. A cut path loses nothing: TCP sends
 * again, and what was on its way arrives when the path is open, unless an end has given the connection up before.
 */
final class Link {
    /** What one link holds beyond the queues of its ends: the two kernels' socket buffers. */
    private static final int SOCKET_BUFFER_BYTES = 256 << 10;

    /** What the ROUTER makes of the link's identity. */
    enum Standing {
        /** The ROUTER has not looked at it yet. */
        NEW,
        /** It holds its identity. */
        REGISTERED,
        /** Another link holds it. */
        IGNORED,
        /** Another link has taken it. */
        EVICTED
    }

    final long number;
    final Dealer dealer;
    final Router router;
    Standing standing = Standing.NEW;
    /** Frames that have arrived and were not read. */
    int unread;

    private final SimControlNetwork network;
    private final Kernel kernel;
    private final EventLabel arrivals;
    private final EventLabel farewell;
    private final EventLabel silence;
    private final String from;
    private final String to;
    private final Lookout dealerLookout;
    private final Lookout routerLookout;
    /** Frames between the ends, oldest first. Each has an event for its arrival, which takes the oldest. */
    private final Deque<Frame> wire = new ArrayDeque<>();
    /** At the receiver, which has no room. */
    private final Deque<Frame> backlog = new ArrayDeque<>();

    /** Arrivals that a cut path has kept from happening. */
    private int overdue;

    private int wireBytes;
    private long lastArrivalNanos;
    private boolean dealerOpen = true;
    private boolean routerOpen = true;
    private boolean severed;
    private boolean dealerGone;
    private boolean routerGone;
    private boolean finFromDealerWaits;
    private boolean finFromRouterWaits;
    private boolean finAfterBacklog;

    Link(SimControlNetwork network, long number, Dealer dealer, SimControlTransport listener) {
        this.network = network;
        this.kernel = network.kernel();
        this.number = number;
        this.dealer = dealer;
        this.router = listener.router();
        this.from = dealer.address;
        this.to = listener.address();
        this.arrivals = new EventLabel("control_arrival", to, "link " + number);
        this.farewell = new EventLabel("control_farewell", from, "link " + number);
        this.silence = new EventLabel("control_silence", to, "link " + number);
        this.dealerLookout = new Lookout(kernel, silence, dealer.heartbeats, router.heartbeats(), this::dealerGivesUp);
        this.routerLookout = new Lookout(kernel, silence, router.heartbeats(), dealer.heartbeats, this::routerGivesUp);
    }

    boolean between(String a, String b) {
        return (from.equals(a) && to.equals(b)) || (from.equals(b) && to.equals(a));
    }

    String dealerAddress() {
        return from;
    }

    String routerAddress() {
        return to;
    }

    boolean routerOpen() {
        return routerOpen;
    }

    /** Whether both ends have closed. */
    boolean down() {
        return !dealerOpen && !routerOpen;
    }

    boolean hasRoom() {
        return dealerOpen && backlog.isEmpty() && wireBytes < SOCKET_BUFFER_BYTES;
    }

    // ---- frames --------------------------------------------------------------------------------------------------

    void transmit(Frame frame) {
        wireBytes += frame.bytes();
        network.rules().depart(this, frame);
    }

    /** Sends a frame on its way, after the faults had their say. */
    void fly(Frame frame, long extraNanos) {
        wire.add(frame);
        scheduleArrival(network.oneWayNanos(from, to, frame.bytes()) + extraNanos);
    }

    private void scheduleArrival(long nanos) {
        lastArrivalNanos = Math.max(lastArrivalNanos, kernel.nowNanos() + nanos);
        kernel.at(lastArrivalNanos, arrivals, this::arrive);
    }

    /** A frame arrives a second time. */
    void duplicate(Frame frame) {
        wireBytes += frame.bytes();
        fly(frame, 0);
    }

    /** A frame vanishes on the wire. */
    void lose(Frame frame, String reason) {
        wireBytes -= frame.bytes();
        kernel.causality().set(frame.sentEntry);
        dealer.trace.emit(new NetworkEvent.FrameLost(dealer.peer, frame.number, reason));
    }

    /** A frame that has arrived will never be read. */
    void vanish(Frame frame, String reason) {
        kernel.causality().set(frame.deliveredEntry);
        dealer.trace.emit(new NetworkEvent.FrameLost(dealer.peer, frame.number, reason));
    }

    private void arrive() {
        if (routerOpen && !forwardOpen()) {
            overdue++;
            return;
        }
        Frame frame = wire.poll();
        if (frame == null) {
            return; // lost with the rest of the wire
        }
        if (!routerOpen) {
            lose(frame, "the link is down at the receiver");
        } else if (!backlog.isEmpty() || unread >= router.receiveHighWaterMark()) {
            backlog.add(frame);
        } else {
            deliver(frame);
            dealer.pump();
        }
    }

    private void deliver(Frame frame) {
        long limit = router.maxMessageBytes();
        if (frame.bytes() > limit) {
            router.refuse(this, frame, "it has " + frame.bytes() + " bytes; at most " + limit + " are accepted");
            wireBytes -= frame.bytes();
            reset("a frame was too large");
            return;
        }
        wireBytes -= frame.bytes();
        unread++;
        router.arrived(this, frame);
    }

    /** The ROUTER has read some frames. */
    void roomFreed() {
        while (routerOpen && !backlog.isEmpty() && unread < router.receiveHighWaterMark()) {
            deliver(backlog.remove());
        }
        if (finAfterBacklog && backlog.isEmpty()) {
            finAfterBacklog = false;
            routerCloses("closed by the peer", false);
        }
        dealer.pump();
    }

    // ---- paths and silence ---------------------------------------------------------------------------------------

    private boolean forwardOpen() {
        return !severed && network.paths().open(from, to);
    }

    private boolean backwardOpen() {
        return !severed && network.paths().open(to, from);
    }

    /** The TCP connection carries nothing any more, and nobody is told. */
    void sever() {
        severed = true;
        pathsChanged();
    }

    /** Looks again at what passes. */
    void pathsChanged() {
        if (forwardOpen()) {
            for (; overdue > 0; overdue--) {
                scheduleArrival(network.oneWayNanos(from, to, 0));
            }
            if (finFromDealerWaits) {
                finFromDealerWaits = false;
                sendFinToRouter();
            }
        }
        if (backwardOpen() && finFromRouterWaits) {
            finFromRouterWaits = false;
            sendFinToDealer();
        }
        look();
        dealer.pump();
    }

    private void look() {
        boolean dealerHears = routerOpen
                && !routerGone
                && backwardOpen()
                && (router.heartbeats().pings() || (dealer.heartbeats.pings() && forwardOpen()));
        boolean routerHears = dealerOpen
                && !dealerGone
                && forwardOpen()
                && (dealer.heartbeats.pings() || (router.heartbeats().pings() && backwardOpen()));
        boolean dealerLooks = dealerOpen && !dealerGone && !network.paths().stopped(from);
        boolean routerLooks = routerOpen && !routerGone && !network.paths().stopped(to);
        dealerLookout.silent(dealerLooks && !dealerHears);
        routerLookout.silent(routerLooks && !routerHears);
    }

    private void dealerGivesUp() {
        dealerCloses("no heartbeat for " + dealer.heartbeats.timeoutNanos() / 1_000_000 + " ms");
        if (!forwardOpen()) {
            loseAll("the sender gave the link up");
        }
        sendFinToRouter();
    }

    private void routerGivesUp() {
        routerCloses("no heartbeat for " + router.heartbeats().timeoutNanos() / 1_000_000 + " ms", true);
    }

    /**
     * The host of an end that had vanished is back, and knows nothing of this connection: it answers the next ping with a
     * reset.
     */
    void otherEndForgot() {
        if (!forwardOpen() || !backwardOpen()) {
            return;
        }
        long roundTrip = 2 * network.oneWayNanos(from, to, 0);
        if (routerGone) {
            dealerLookout.resetAtNextPing(roundTrip, () -> dealerCloses("reset by the peer"));
        }
        if (dealerGone) {
            routerLookout.resetAtNextPing(roundTrip, () -> routerCloses("reset by the peer", false));
        }
    }

    // ---- closing -------------------------------------------------------------------------------------------------

    /** Both ends learn at once that the connection is gone. */
    void reset(String reason) {
        loseAll(reason);
        routerCloses(reason, false);
        dealerCloses(reason);
    }

    /** One end forgets the connection; the other is not told. */
    void forgetAtDealer(String reason) {
        severed = true;
        dealerCloses(reason);
        look();
    }

    /** As {@link #forgetAtDealer}, at the other end. */
    void forgetAtRouter(String reason) {
        severed = true;
        routerCloses(reason, false);
        look();
    }

    /** The DEALER closes in good order: what is on the wire arrives before the end does. */
    void closeFromDealer() {
        dealerOpen = false;
        look();
        network.closed(this);
        sendFinToRouter();
    }

    /** The DEALER's process dies; its kernel says goodbye for it, unless the whole host is gone. */
    void dealerDies(boolean silently) {
        if (silently) {
            dealerGone = true;
            dealerOpen = false;
            look();
            network.closed(this);
        } else {
            closeFromDealer();
        }
    }

    /** The ROUTER's process dies. */
    void routerDies(boolean silently) {
        if (silently) {
            routerGone = true;
            routerOpen = false;
            network.closed(this);
            look();
        } else {
            routerCloses("the peer died", true);
        }
    }

    private void dealerCloses(String reason) {
        if (dealerOpen) {
            dealerOpen = false;
            look();
            network.closed(this);
            dealer.disconnected(this, reason);
        }
    }

    /** This end of the ROUTER's closes; {@code tell} says whether the other end is to be told. */
    void routerCloses(String reason, boolean tell) {
        if (!routerOpen) {
            return;
        }
        routerOpen = false;
        look();
        loseAll("the receiver closed the link");
        router.closed(this, reason);
        network.closed(this);
        if (tell) {
            sendFinToDealer();
        }
    }

    private void sendFinToRouter() {
        if (!forwardOpen()) {
            finFromDealerWaits = true;
            return;
        }
        lastArrivalNanos = Math.max(lastArrivalNanos, kernel.nowNanos() + network.oneWayNanos(from, to, 0));
        kernel.at(lastArrivalNanos, arrivals, () -> {
            if (!forwardOpen()) {
                finFromDealerWaits = true;
            } else if (backlog.isEmpty()) {
                routerCloses("closed by the peer", false);
            } else {
                finAfterBacklog = true;
            }
        });
    }

    private void sendFinToDealer() {
        if (!backwardOpen()) {
            finFromRouterWaits = true;
            return;
        }
        kernel.after(network.oneWayNanos(to, from, 0), farewell, () -> {
            if (backwardOpen()) {
                dealerCloses("closed by the peer");
            } else {
                finFromRouterWaits = true;
            }
        });
    }

    private void loseAll(String reason) {
        while (!wire.isEmpty()) {
            lose(wire.remove(), reason);
        }
        while (!backlog.isEmpty()) {
            lose(backlog.remove(), reason);
        }
    }
}
