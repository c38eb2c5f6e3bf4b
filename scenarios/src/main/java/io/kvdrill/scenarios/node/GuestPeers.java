package io.kvdrill.scenarios.node;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/**
 * The peers of runs to which a node lends its place: its address, its memory and its name. Used by threads of the API.
 * Closing it ends them.
 */
public interface GuestPeers extends AutoCloseable {

    /** What makes them for a node that is about to start. */
    @FunctionalInterface
    interface Maker {
        /** Those of a node. */
        GuestPeers of(NodeServer node, boolean faults);
    }

    /** A node that lends its place to nobody. */
    static Maker none() {
        return (node, faults) -> new GuestPeers() {
            @Override
            public void handle(HttpExchange exchange) {
                throw new Refused(404, "this node lends its place to no run");
            }

            @Override
            public void close() {}
        };
    }

    /**
     * Answers a request below {@code /runs}.
     *
     * @throws Refused where it cannot be done
     */
    void handle(HttpExchange exchange) throws IOException, InterruptedException;

    @Override
    void close();
}
