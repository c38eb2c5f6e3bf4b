package io.kvdrill.core.protocol;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * Names the content of one KV block: the block hash followed by the KV-group index as four big-endian bytes
 * (protocol.md section 1). Peers may send keys of any length, the empty one included.
 *
 * <p>Ordered by unsigned bytes, so that sorted keys are the same on every machine.
 */
public final class BlockKey implements Comparable<BlockKey> {
    private static final HexFormat HEX = HexFormat.of();

    private final byte[] content;
    private final int hash;

    private BlockKey(byte[] content) {
        this.content = content;
        this.hash = Arrays.hashCode(content);
    }

    /** A key with a copy of these bytes. */
    public static BlockKey of(byte[] content) {
        return new BlockKey(content.clone());
    }

    /** The key of a block hash in a KV group. */
    public static BlockKey of(byte[] blockHash, int kvGroup) {
        byte[] content = Arrays.copyOf(blockHash, blockHash.length + Integer.BYTES);
        for (int i = 0; i < Integer.BYTES; i++) {
            content[blockHash.length + i] = (byte) (kvGroup >>> (8 * (Integer.BYTES - 1 - i)));
        }
        return new BlockKey(content);
    }

    /**
     * The key that {@code hex} spells, two digits a byte.
     *
     * @throws IllegalArgumentException if {@code hex} is not an even number of hexadecimal digits
     */
    public static BlockKey ofHex(String hex) {
        return new BlockKey(HEX.parseHex(hex));
    }

    /** The number of bytes. */
    public int size() {
        return content.length;
    }

    /** A copy of the bytes; the caller owns it. */
    public byte[] toArray() {
        return content.clone();
    }

    /** Lower-case hexadecimal digits, two a byte. */
    public String hex() {
        return HEX.formatHex(content);
    }

    @Override
    public int compareTo(BlockKey other) {
        return Arrays.compareUnsigned(content, other.content);
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof BlockKey that && hash == that.hash && Arrays.equals(content, that.content));
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return hex();
    }
}
