package io.kvdrill.transports.shm;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How a transport over shared memory is opened.
 *
 * @param directory where the files of all peers lie; made if it is not there, for its owner only
 * @param blocks blocks in our region
 * @param blockBytes bytes per block
 */
public record ShmConfig(Path directory, long blocks, long blockBytes) {
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    /** A region in shared memory, or in the directory for temporary files where the system has none. */
    public static ShmConfig of(long blocks, long blockBytes) {
        Path parent = Files.isDirectory(SHARED_MEMORY) && Files.isWritable(SHARED_MEMORY)
                ? SHARED_MEMORY
                : Path.of(System.getProperty("java.io.tmpdir"));
        return new ShmConfig(parent.resolve("kvdrill-" + System.getProperty("user.name")), blocks, blockBytes);
    }

    /**
     * Checks the sizes.
     *
     * @throws IllegalArgumentException if there is no such region
     */
    public ShmConfig {
        new RegionLayout(blockBytes, blocks).fileBytes();
    }

    RegionLayout layout() {
        return new RegionLayout(blockBytes, blocks);
    }
}
