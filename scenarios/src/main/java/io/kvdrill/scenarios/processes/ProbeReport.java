package io.kvdrill.scenarios.processes;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.scenarios.calibrate.Round;

/** What a process says that measures instead of being a peer. */
sealed interface ProbeReport extends Report {

    /** It is ready, and this is its memory. */
    record ProbeReady(Region region) implements ProbeReport {}

    /** A memory region. */
    record Region(String metadata, long base, long blocks, long blockBytes) {
        static Region of(MemoryRegion region) {
            return new Region(
                    region.agentMetadata().hex(), region.baseAddress(), region.blockCount(), region.blockBytes());
        }

        MemoryRegion memory() {
            return new MemoryRegion(Bytes.ofHex(metadata), base, blocks, blockBytes);
        }
    }

    /** What it measured. */
    record Measured(Round round) implements ProbeReport {}

    /** Its transport has found the other lost, when its host's clock showed this. */
    record PeerLost(long nanos) implements ProbeReport {}
}
