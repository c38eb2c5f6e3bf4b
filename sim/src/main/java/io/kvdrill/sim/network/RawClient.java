package io.kvdrill.sim.network;

import io.kvdrill.core.trace.TraceSink;
import java.util.List;

/**
 * A DEALER socket of nobody's, for frames that no peer would send. It sends no heartbeats and is never told anything.
 * Made by {@link NetworkFaults#client}.
 */
public final class RawClient {
    private final SimControlNetwork network;
    private final Dealer dealer;

    RawClient(SimControlNetwork network, byte[] identity, String to) {
        this.network = network;
        this.dealer = new Dealer(
                network,
                "client:" + network.nextFrame(),
                Identity.of(identity),
                to,
                Heartbeats.none(),
                TraceSink.none(),
                () -> {});
        dealer.open();
    }

    /** Sends one message of these parts; it is lost where the queue is full. */
    public void send(byte[]... parts) {
        if (!dealer.full()) {
            dealer.enqueue(Frame.raw(network.nextFrame(), List.of(parts)));
        }
    }

    /** Hangs up, when all that was sent has left. */
    public void close() {
        dealer.close(Dealer.FOR_EVER);
    }

    /** Stops trying to connect; what was to be sent is lost. */
    void giveUpUnlessConnected() {
        if (!dealer.connected()) {
            dealer.giveUp();
        }
    }
}
