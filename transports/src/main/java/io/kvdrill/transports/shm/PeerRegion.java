package io.kvdrill.transports.shm;

import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.transports.shm.Lanes.Lane;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A peer's blocks as one registration of ours sees them. Copies come from the copier's thread only. */
final class PeerRegion {

    /** The peer's region cannot be used; the message says why. */
    static final class Unusable extends Exception {
        private static final long serialVersionUID = 1L;

        Unusable(String message) {
            super(message);
        }
    }

    private final BlockFile file;
    private final Lanes lanes;
    private final Lane lane;
    private boolean closed;

    private PeerRegion(BlockFile file, Lanes lanes, Lane lane) {
        this.file = file;
        this.lanes = lanes;
        this.lane = lane;
    }

    /** Opens what a peer announced. Reads files, so it may take a while. */
    static PeerRegion open(Path directory, MemoryRegion remote, ProcessLife self, long ourLife, long token)
            throws Unusable {
        RegionMetadata metadata;
        RegionLayout layout;
        try {
            metadata = RegionMetadata.decode(remote.agentMetadata());
            layout = new RegionLayout(remote.blockBytes(), remote.blockCount());
        } catch (IllegalArgumentException malformed) {
            throw new Unusable(String.valueOf(malformed.getMessage()));
        }
        Path path = directory.resolve(metadata.file());
        FileChannel channel = null;
        try {
            channel = FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            checkHeader(channel, metadata, layout);
            BlockFile file = new BlockFile(channel, layout);
            Lanes lanes = new Lanes(file);
            Lane lane = lanes.claim(token, ourLife, self);
            if (lane == null) {
                file.closeAndUnmap();
                throw new Unusable("the region " + path + " has no lane left for another writer");
            }
            return new PeerRegion(file, lanes, lane);
        } catch (NoSuchFileException gone) {
            throw new Unusable("the region " + path
                    + " is not there; has the peer ended, or does it use another directory or host?");
        } catch (IOException failure) {
            closeQuietly(channel);
            throw new Unusable("the region " + path + " cannot be used: " + failure.getMessage());
        }
    }

    private static void closeQuietly(@org.jspecify.annotations.Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException gone) {
            return;
        }
    }

    private static void checkHeader(FileChannel channel, RegionMetadata metadata, RegionLayout layout)
            throws IOException {
        ByteBuffer header = ByteBuffer.allocate(RegionLayout.HEADER_BYTES).order(ByteOrder.nativeOrder());
        channel.read(header, 0);
        if (header.hasRemaining()) {
            throw new IOException("the file has " + channel.size() + " bytes, less than a header");
        }
        expect("magic number", header.getLong(RegionLayout.MAGIC_AT), RegionLayout.MAGIC);
        expect("version", header.getLong(RegionLayout.VERSION_AT), RegionLayout.VERSION);
        expect("life", header.getLong(RegionLayout.LIFE_AT), metadata.life());
        expect("bytes per block", header.getLong(RegionLayout.BLOCK_BYTES_AT), layout.blockBytes());
        expect("blocks", header.getLong(RegionLayout.BLOCKS_AT), layout.blocks());
    }

    private static void expect(String what, long found, long expected) throws IOException {
        if (found != expected) {
            throw new IOException(
                    what + " is 0x" + Long.toHexString(found) + "; expected 0x" + Long.toHexString(expected));
        }
    }

    RegionLayout layout() {
        return file.layout();
    }

    /** Whether the file still has all its bytes. */
    boolean whole() throws IOException {
        return file.whole();
    }

    /** Copies part of a block; false if we may not any more. */
    boolean copy(BlockFile source, long slot, long targetSlot, int from, int bytes) {
        if (!lanes.enter(lane)) {
            return false;
        }
        try {
            if (from == 0) {
                file.unseal(targetSlot);
            }
            source.copyTo(file, slot, targetSlot, from, bytes);
            if (from + bytes == file.layout().blockBytes()) {
                file.setSeal(targetSlot, source.sealOf(slot));
            }
        } finally {
            lanes.leave(lane);
        }
        return true;
    }

    /** Nobody copies any more. */
    void close() throws IOException {
        if (!closed) {
            closed = true;
            if (file.whole()) {
                lanes.release(lane);
            }
            file.closeAndUnmap();
        }
    }
}
