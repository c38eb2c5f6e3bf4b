package io.kvdrill.transports.shm;

/**
 * Where things lie in the file of a region. All numbers are 64 bits in the byte order of the host.
 *
 * <pre>
 *      0  magic, version, life, bytes per block, blocks, owner (5 numbers), closed
 *  4,096  lanes: 512 of 64 bytes, one for each registration of a writer ({@link Lanes})
 * 36,864  seals: 8 bytes a block ({@link BlockFile})
 *      …  blocks, from the next multiple of 4,096 on
 * </pre>
 *
 * @param blockBytes bytes per block
 * @param blocks number of blocks
 */
record RegionLayout(long blockBytes, long blocks) {
    /** "KVDREGN1". */
    static final long MAGIC = 0x4b56_4452_4547_4e31L;

    static final long VERSION = 1;

    static final int MAGIC_AT = 0;
    static final int VERSION_AT = 8;
    static final int LIFE_AT = 16;
    static final int BLOCK_BYTES_AT = 24;
    static final int BLOCKS_AT = 32;
    static final int OWNER_AT = 40;
    static final int CLOSED_AT = 80;
    static final int HEADER_BYTES = 4_096;

    static final int LANES_AT = HEADER_BYTES;
    static final int LANE_COUNT = 512;
    static final int LANE_BYTES = 64;

    static final int SEALS_AT = LANES_AT + LANE_COUNT * LANE_BYTES;

    private static final long PAGE_BYTES = 4_096;
    private static final long MOST_BLOCKS = 1L << 26;
    private static final long LARGEST_BLOCK = 1L << 30;

    /**
     * Checks the sizes.
     *
     * @throws IllegalArgumentException if there is no such region
     */
    RegionLayout {
        if (blockBytes < 1 || blockBytes > LARGEST_BLOCK) {
            throw new IllegalArgumentException(blockBytes + " bytes per block; expected 1 to " + LARGEST_BLOCK);
        }
        if (blocks < 1 || blocks > MOST_BLOCKS) {
            throw new IllegalArgumentException(blocks + " blocks; expected 1 to " + MOST_BLOCKS);
        }
    }

    /** Everything before the blocks. */
    int controlBytes() {
        long end = SEALS_AT + blocks * Long.BYTES;
        return (int) ((end + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
    }

    long fileBytes() {
        return controlBytes() + blocks * blockBytes;
    }
}
