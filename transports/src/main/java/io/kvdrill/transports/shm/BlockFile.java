package io.kvdrill.transports.shm;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A region's file in memory: blocks, and beside each its seal, the CRC-32C of the content together with a mark that there
 * is one. A block is unsealed while it is being written.
 *
 * <p>Its size is checked against the file before it is mapped, and again by {@link #whole} before bytes are moved: touching
 * a page that the file no longer has is a fault. Where a file is cut in between, the JVM turns the fault into an {@link
 * InternalError}, which callers catch. Nobody who keeps to this class cuts a file.
 */
final class BlockFile {
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long SEALED = 1L << 32;
    private static final long SEGMENT_BYTES = 1L << 30;

    private final FileChannel channel;
    private final RegionLayout layout;
    private final MappedByteBuffer control;
    private final List<MappedByteBuffer> segments = new ArrayList<>();
    private final long blocksPerSegment;

    /** Maps a file, which it owns from now on. */
    BlockFile(FileChannel channel, RegionLayout layout) throws IOException {
        this.channel = channel;
        this.layout = layout;
        if (!whole()) {
            throw new IOException("the file has " + channel.size() + " bytes; expected " + layout.fileBytes());
        }
        this.control = map(0, layout.controlBytes());
        this.blocksPerSegment = Math.max(1, SEGMENT_BYTES / layout.blockBytes());
        for (long first = 0; first < layout.blocks(); first += blocksPerSegment) {
            long count = Math.min(blocksPerSegment, layout.blocks() - first);
            segments.add(map(layout.controlBytes() + first * layout.blockBytes(), count * layout.blockBytes()));
        }
    }

    private MappedByteBuffer map(long at, long bytes) throws IOException {
        MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, at, bytes);
        mapped.order(ByteOrder.nativeOrder());
        return mapped;
    }

    RegionLayout layout() {
        return layout;
    }

    /** Whether the file still has all its bytes. */
    boolean whole() throws IOException {
        return channel.size() >= layout.fileBytes();
    }

    // ---- numbers, shared between processes -----------------------------------------------------------------------

    long get(int at) {
        return (long) LONGS.getVolatile(control, at);
    }

    void set(int at, long value) {
        LONGS.setVolatile(control, at, value);
    }

    boolean change(int at, long from, long to) {
        return LONGS.compareAndSet(control, at, from, to);
    }

    ProcessLife process(int at) {
        return ProcessLife.get(control, at);
    }

    void setProcess(int at, ProcessLife process) {
        process.put(control, at);
    }

    // ---- blocks --------------------------------------------------------------------------------------------------

    /** The bytes of a block, as a view. */
    ByteBuffer block(long slot) {
        return segment(slot).slice(offset(slot), (int) layout.blockBytes()).order(ByteOrder.nativeOrder());
    }

    /** Copies part of a block into one of another file. */
    void copyTo(BlockFile target, long slot, long targetSlot, int from, int bytes) {
        target.segment(targetSlot).put(target.offset(targetSlot) + from, segment(slot), offset(slot) + from, bytes);
    }

    private MappedByteBuffer segment(long slot) {
        return segments.get((int) (slot / blocksPerSegment));
    }

    private int offset(long slot) {
        return (int) (slot % blocksPerSegment * layout.blockBytes());
    }

    // ---- seals ---------------------------------------------------------------------------------------------------

    /** The seal of the block as it stands: what was stored, or, for an unsealed block, what its content asks for. */
    long sealOf(long slot) {
        long seal = get(sealAt(slot));
        return seal == 0 ? checksum(slot) : seal;
    }

    void setSeal(long slot, long seal) {
        set(sealAt(slot), seal);
    }

    void unseal(long slot) {
        set(sealAt(slot), 0);
    }

    boolean verify(long slot) {
        long seal = get(sealAt(slot));
        return seal != 0 && seal == checksum(slot);
    }

    long checksum(long slot) {
        CRC32C crc = new CRC32C();
        crc.update(block(slot));
        return SEALED | crc.getValue();
    }

    private static int sealAt(long slot) {
        return (int) (RegionLayout.SEALS_AT + slot * Long.BYTES);
    }

    // ---- the end -------------------------------------------------------------------------------------------------

    /** Closes the file. What is mapped stays so until nobody refers to it. */
    void close() throws IOException {
        channel.close();
    }

    /** Closes the file and unmaps it. Nobody may touch it any more, nor hold a view of it. */
    void closeAndUnmap() throws IOException {
        close();
        Unmapper.unmap(control);
        segments.forEach(Unmapper::unmap);
    }
}
