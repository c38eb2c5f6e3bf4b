package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.engine.EngineConfig;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.transports.shm.ShmConfig;
import io.kvdrill.transports.shm.ShmDataTransport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether the blocks of all peers of a world have room in this host's shared memory. */
final class Room {
    /** So much of what is free may be taken. */
    private static final double SHARE = 0.7;

    private static final int MIB_BITS = 20;

    private Room() {}

    /**
     * Refuses a world that is too large, before anything is taken.
     *
     * @throws UncheckedIOException if there is not enough room, saying how much is needed
     */
    static void check(World world) {
        double needed = 0;
        for (PeerSpec peer : world.peers()) {
            needed += bytes(peer, world.model());
        }
        check(needed);
    }

    /** Gives back what the blocks of dead processes take. */
    static void tidy() {
        ShmDataTransport.removeLeftovers(ShmConfig.of(1, 1).directory());
    }

    /** What the blocks of a peer take. */
    static double bytes(PeerSpec peer, Model model) {
        EngineConfig engine = EngineConfig.of(peer, model);
        return (double) engine.slots() * engine.blockBytes();
    }

    /**
     * Refuses blocks that take so many bytes.
     *
     * @throws UncheckedIOException if there is not enough room, saying how much is needed
     */
    static void check(double needed) {
        Path directory = ShmConfig.of(1, 1).directory();
        tidy();
        try {
            Path there = Files.isDirectory(directory) ? directory : directory.getParent();
            long free = Files.getFileStore(there == null ? directory : there).getUsableSpace();
            if (needed > SHARE * free) {
                String message =
                        "the blocks of its peers take " + Texts.bytes((long) needed) + " of shared memory, and "
                                + there + " has " + Texts.bytes(free >> MIB_BITS << MIB_BITS) + " free, of which "
                                + Math.round(SHARE * 100) + " % may be taken; make them fewer or smaller (--set"
                                + " model.kv_block=64KiB, --set peers.NAME.slots=512)";
                throw new UncheckedIOException(message, new IOException(message));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find out how much room " + directory + " has: " + e, e);
        }
    }
}
