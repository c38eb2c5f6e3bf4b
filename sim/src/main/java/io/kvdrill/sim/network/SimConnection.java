package io.kvdrill.sim.network;

import io.kvdrill.core.profile.Choices.ControlSend;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.SendFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** A connection as a session sees it: a DEALER to the peer, and an inbox that the transport's poll fills. */
final class SimConnection implements Connection {
    /** Something that arrived, with the trace entry of its arrival. */
    record Received(Payload payload, long deliveredEntry) {}

    private final SimControlTransport transport;
    private final String peer;
    private final Dealer dealer;
    private List<Received> inbox = new ArrayList<>();
    /** Sends that the stalled thread has yet to come to. */
    private int deferredSends;

    private boolean saidGoodbye;

    private boolean alive = true;
    private boolean closed;
    /** Whether the next poll reports a loss. */
    private boolean lost;

    SimConnection(SimControlTransport transport, String peer) {
        this.transport = transport;
        this.peer = peer;
        this.dealer = transport.newDealer(peer, this::loseLater);
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean alive() {
        return alive;
    }

    @Override
    public void send(Message message) {
        if (!alive) {
            throw new SendFailedException("the connection to " + peer + " is " + (closed ? "closed" : "dead"));
        }
        if (transport.dead()) {
            throw new SendFailedException("the control channel is down");
        }
        if (dealer.queued() + deferredSends >= dealer.highWaterMark()
                && transport.rules().is(Rows.CONTROL_SEND, ControlSend.FULL_QUEUE_KILLS)) {
            transport.trace().emit(new NetworkEvent.QueueOverflowed(peer, dealer.queued()));
            loseLater();
            throw new SendFailedException(
                    "the queue to " + peer + " is full: " + dealer.queued() + " messages wait; the connection ends");
        }
        Frame frame = transport.newFrame(message);
        saidGoodbye = message instanceof Message.Disconnect;
        deferredSends++;
        transport.host().leave(() -> {
            deferredSends--;
            dealer.enqueueOrBlock(frame, transport.host());
        });
    }

    @Override
    public List<Payload> receive() {
        if (inbox.isEmpty()) {
            return List.of();
        }
        List<Received> taken = inbox;
        inbox = new ArrayList<>();
        transport.handedOut(peer, taken);
        List<Payload> payloads = new ArrayList<>(taken.size());
        for (Received received : taken) {
            payloads.add(received.payload());
        }
        return payloads;
    }

    @Override
    public void markDead() {
        if (alive) {
            alive = false;
            transport.died(this);
        }
    }

    @Override
    public void close() {
        markDead();
        closeSocket(() -> transport.lingerNanos(saidGoodbye));
    }

    // ---- for the transport ---------------------------------------------------------------------------------------

    void open() {
        transport.host().leave(dealer::open);
    }

    void accept(Received received) {
        inbox.add(received);
    }

    /** The connection was lost; the next poll says so. */
    void loseLater() {
        if (!lost && alive) {
            lost = true;
            transport.lost(this);
        }
    }

    /** A loss takes effect. */
    void becomeLost() {
        alive = false;
    }

    /** Releases the socket; what it holds is lost, unless a closed socket waits for all of that. */
    void closeSocket() {
        closeSocket(() -> transport.lingersForEver() ? Dealer.FOR_EVER : 0);
    }

    private void closeSocket(LongSupplier lingerNanos) {
        if (!closed) {
            closed = true;
            transport.host().leave(() -> {
                long linger = dealer.queued() == 0 ? 0 : lingerNanos.getAsLong();
                dealer.close(dealer.full() && linger != Dealer.FOR_EVER ? 0 : linger);
                transport.socketClosed(dealer);
            });
        }
    }

    Dealer dealer() {
        return dealer;
    }
}
