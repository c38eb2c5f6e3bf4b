package io.kvdrill.transports.shm;

import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.transports.TransportUnavailableException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.UUID;

/**
 * Our own blocks. Peers write to them at any time, so a block's content means something only where {@link #verify} says
 * so.
 *
 * <p>Thread-safe as far as callers keep to different blocks.
 */
public final class ShmRegion {
    private static final int FILL_BYTES = 1 << 20;

    private final Path path;
    private final RegionMetadata metadata;
    private final BlockFile file;

    private ShmRegion(Path path, RegionMetadata metadata, BlockFile file) {
        this.path = path;
        this.metadata = metadata;
        this.file = file;
    }

    /**
     * Makes the file, with memory behind every page of it, so that no access finds the host out of memory.
     *
     * @throws TransportUnavailableException if that is not possible
     */
    static ShmRegion create(ShmConfig config, ProcessLife self, long life) {
        Path path = config.directory().resolve(UUID.randomUUID() + ".region");
        Path unfinished = path.resolveSibling(path.getFileName() + ".new");
        try {
            refuseWithoutRoom(config);
            try (FileChannel channel = FileChannel.open(
                    unfinished,
                    EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
                fill(channel, config.layout(), self, life);
            }
            Files.move(unfinished, path, StandardCopyOption.ATOMIC_MOVE);
            FileChannel channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
            RegionMetadata metadata = new RegionMetadata(path.getFileName().toString(), life);
            return new ShmRegion(path, metadata, new BlockFile(channel, config.layout()));
        } catch (IOException | UnsupportedOperationException failure) {
            discard(unfinished);
            discard(path);
            throw new TransportUnavailableException(
                    "cannot make a region of " + config.blocks() + " blocks of " + config.blockBytes() + " bytes in "
                            + config.directory() + ": " + failure.getMessage()
                            + "; is there room, and may we write there?",
                    failure);
        }
    }

    /** Filling memory until none is left would take it from everybody else first. */
    private static void refuseWithoutRoom(ShmConfig config) throws IOException {
        long needed = config.layout().fileBytes();
        long free = Files.getFileStore(config.directory()).getUsableSpace();
        if (needed > free) {
            throw new IOException("it takes " + needed + " bytes, and " + free + " are free there");
        }
    }

    private static void discard(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException stays) {
            // The next life's sweep finds it.
            return;
        }
    }

    private static void fill(FileChannel channel, RegionLayout layout, ProcessLife self, long life) throws IOException {
        ByteBuffer page = ByteBuffer.allocateDirect(FILL_BYTES).order(ByteOrder.nativeOrder());
        page.putLong(RegionLayout.MAGIC_AT, RegionLayout.MAGIC);
        page.putLong(RegionLayout.VERSION_AT, RegionLayout.VERSION);
        page.putLong(RegionLayout.LIFE_AT, life);
        page.putLong(RegionLayout.BLOCK_BYTES_AT, layout.blockBytes());
        page.putLong(RegionLayout.BLOCKS_AT, layout.blocks());
        self.put(page, RegionLayout.OWNER_AT);
        long left = layout.fileBytes();
        page.limit((int) Math.min(RegionLayout.HEADER_BYTES, left));
        while (page.hasRemaining()) {
            left -= channel.write(page);
        }
        ByteBuffer zeros = ByteBuffer.allocateDirect(FILL_BYTES);
        while (left > 0) {
            zeros.position(0).limit((int) Math.min(FILL_BYTES, left));
            left -= channel.write(zeros);
        }
    }

    /** Blocks in the region. */
    public long blocks() {
        return file.layout().blocks();
    }

    /** Bytes per block. */
    public long blockBytes() {
        return file.layout().blockBytes();
    }

    /**
     * The bytes of a block. After changing them call {@link #seal}. The view must not be used once the transport is
     * closed.
     */
    public ByteBuffer block(long slot) {
        return file.block(check(slot));
    }

    /** Seals a block whose content is complete: a copy of it that differs will not verify. */
    public void seal(long slot) {
        file.setSeal(check(slot), file.checksum(slot));
    }

    /** Takes the seal off a block that is about to be changed. */
    public void unseal(long slot) {
        file.unseal(check(slot));
    }

    /** Whether a block is sealed and holds what was sealed, whoever wrote it. */
    public boolean verify(long slot) {
        return file.verify(check(slot));
    }

    private long check(long slot) {
        if (slot < 0 || slot >= file.layout().blocks()) {
            throw new IndexOutOfBoundsException(
                    "slot " + slot + " of " + file.layout().blocks());
        }
        return slot;
    }

    MemoryRegion announced() {
        RegionLayout layout = file.layout();
        return new MemoryRegion(metadata.encode(), layout.controlBytes(), layout.blocks(), layout.blockBytes());
    }

    long life() {
        return metadata.life();
    }

    BlockFile file() {
        return file;
    }

    /** Tells writers that it is over, and takes the file out of the directory. */
    void close() {
        try {
            if (file.whole()) {
                file.set(RegionLayout.CLOSED_AT, 1);
            }
            file.close();
        } catch (IOException | InternalError cut) {
            // Somebody cut the file: nobody can read the mark.
            return;
        } finally {
            discard(path);
        }
    }
}
