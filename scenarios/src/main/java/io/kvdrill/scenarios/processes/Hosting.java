package io.kvdrill.scenarios.processes;

import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where the processes of one run live. Closing it ends them all. */
interface Hosting extends AutoCloseable {

    /** Where those of a run will live; opened for each run. */
    interface Opener {
        /** Whether blocks are moved by NIXL there. */
        boolean overNixl();

        /**
         * Makes room for a world.
         *
         * @throws java.io.UncheckedIOException if there is none, saying why
         */
        Hosting open(World world);
    }

    /** The world, with its peers at the addresses that they have here. */
    World placed();

    /** What the host of a process decides, if it is decided here; null where nodes do. */
    @Nullable Seat seat(int bindPort);

    /**
     * Starts the process of a life; its first order is to say what it is.
     *
     * @param onReport told of each report
     * @param onEnd told once nothing more is reported
     * @throws IOException if it cannot be started
     */
    PeerProcess start(PeerSpec peer, int life, Consumer<Report> onReport, Runnable onEnd) throws IOException;

    /** What our monotonic clock showed when that of a peer's host showed this. */
    long ourNanos(PeerSpec peer, long itsNanos);

    /** Where a process says what is wrong with it, for people. */
    String errors();

    /** By how much the times of two peers may be off when they are compared; asked when the run is over. */
    long uncertaintyNanos();

    /**
     * Looks whether everybody is still there; asked when the run is over, before anything is judged.
     *
     * @throws java.io.UncheckedIOException if not, saying who is missing
     */
    default void expectWhole() {}

    /** What the world is, for people who read the report: {@code real processes of one host, blocks over shm}. */
    String about();

    @Override
    void close();
}
