package io.kvdrill.sim.network;

import io.kvdrill.core.protocol.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What a DEALER calls itself.
 *
 * @param raw the bytes; empty where it gave itself no name
 * @param text the bytes as UTF-8, or null where they are none
 */
record Identity(Bytes raw, @Nullable String text) {
    /** The longest identity that ZeroMQ lets a socket have. */
    static final int MAX_BYTES = 255;

    private static final int MAX_PORT = 65_535;

    static Identity of(String text) {
        return new Identity(Bytes.of(text.getBytes(StandardCharsets.UTF_8)), text);
    }

    /**
     * Any identity.
     *
     * @throws IllegalArgumentException if no socket can have it
     */
    static Identity of(byte[] raw) {
        if (raw.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "an identity has at most " + MAX_BYTES + " bytes; this one has " + raw.length);
        }
        return new Identity(Bytes.of(raw), decode(raw));
    }

    /** Why no peer can be dialled back under this identity, or null if one can. */
    @Nullable String flaw() {
        if (text == null) {
            return "the identity is no UTF-8 text";
        }
        return flawOf(text);
    }

    /** Why a peer's id cannot be dialled, or null if it can. */
    static @Nullable String flawOf(String peer) {
        int colon = peer.lastIndexOf(':');
        if (colon < 0) {
            return "no port: expected host:port";
        }
        if (colon == 0) {
            return "no host: expected host:port";
        }
        String port = peer.substring(colon + 1);
        if (port.isEmpty() || port.length() > 5 || !port.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return "the port is no number: \"" + port + "\"";
        }
        int number = Integer.parseInt(port);
        return number < 1 || number > MAX_PORT ? "no such port: " + number : null;
    }

    private static @Nullable String decode(byte[] raw) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    @Override
    public String toString() {
        return text != null ? text : "0x" + raw.hex();
    }
}
