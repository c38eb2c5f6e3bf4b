package io.kvdrill.scenarios.node;

import io.kvdrill.transports.nixl.NixlDataTransport;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Blocks that NIXL writes to. It copies blocks and nothing beside them, so the last bytes of each are its seal. */
final class NixlBlocks implements Blocks {
    private static final int SEAL_BYTES = 8;
    private static final int SEALED = 0x6B76_7365;

    private final NixlDataTransport transport;
    private final long count;
    private final int usable;

    /**
     * The blocks of a transport.
     *
     * @throws IllegalArgumentException if a block has no room for a seal
     */
    NixlBlocks(NixlDataTransport transport) {
        this.transport = transport;
        this.count = transport.region().blockCount();
        long bytes = transport.region().blockBytes();
        if (bytes <= SEAL_BYTES) {
            throw new IllegalArgumentException("blocks of " + bytes + " bytes have no room for a checksum; at least "
                    + (SEAL_BYTES + 1) + " bytes are needed");
        }
        this.usable = (int) bytes - SEAL_BYTES;
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public long usableBytes() {
        return usable;
    }

    @Override
    public ByteBuffer block(long slot) {
        return transport.block(slot);
    }

    @Override
    public void seal(long slot) {
        ByteBuffer block = transport.block(slot);
        block.putInt(usable + Integer.BYTES, checksum(block));
        block.putInt(usable, SEALED);
    }

    @Override
    public void unseal(long slot) {
        transport.block(slot).putInt(usable, 0);
    }

    @Override
    public boolean verify(long slot) {
        ByteBuffer block = transport.block(slot);
        return block.getInt(usable) == SEALED && block.getInt(usable + Integer.BYTES) == checksum(block);
    }

    private int checksum(ByteBuffer block) {
        CRC32C crc = new CRC32C();
        crc.update(block.duplicate().position(0).limit(usable));
        return (int) crc.getValue();
    }
}
