package io.kvdrill.core.protocol;

import java.util.Arrays;
import java.util.HexFormat;

/** An immutable run of opaque bytes, such as the data plane's agent metadata. */
public final class Bytes {
    private static final HexFormat HEX = HexFormat.of();

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    /** A copy of {@code content}. */
    public static Bytes of(byte[] content) {
        return new Bytes(content.clone());
    }

    /**
     * The bytes that {@code hex} spells, two digits a byte.
     *
     * @throws IllegalArgumentException if {@code hex} is not an even number of hexadecimal digits
     */
    public static Bytes ofHex(String hex) {
        return new Bytes(HEX.parseHex(hex));
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
    public boolean equals(Object other) {
        return other instanceof Bytes that && Arrays.equals(content, that.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    @Override
    public String toString() {
        return hex();
    }
}
