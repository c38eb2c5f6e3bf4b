package io.kvdrill.scenarios.node;

import io.kvdrill.transports.shm.ShmRegion;
import java.nio.ByteBuffer;

/**
 * Blocks in shared memory, whose seals lie beside them.
 *
 * @param region where they are
 */
record ShmBlocks(ShmRegion region) implements Blocks {
    @Override
    public long count() {
        return region.blocks();
    }

    @Override
    public long usableBytes() {
        return region.blockBytes();
    }

    @Override
    public ByteBuffer block(long slot) {
        return region.block(slot);
    }

    @Override
    public void seal(long slot) {
        region.seal(slot);
    }

    @Override
    public void unseal(long slot) {
        region.unseal(slot);
    }

    @Override
    public boolean verify(long slot) {
        return region.verify(slot);
    }
}
