package io.kvdrill.scenarios.processes;

/**
 * The process of one life of a peer, here or at a node, as its runner sees it. What it reports is told on a thread of the
 * implementation's. Closing it kills it.
 */
interface PeerProcess extends AutoCloseable {

    /** Gives an order; it may never be read. */
    void order(Order.Given given);

    /** {@code STOP} or {@code CONT}: returns once it has been sent. */
    void signal(String name);

    /** SIGKILL, as soon as that can be had, and nothing else; from any thread, when the runner is being ended. */
    void kill();

    /** Kills it, if it is not dead, and waits until everything that it has reported is told. */
    @Override
    void close();
}
