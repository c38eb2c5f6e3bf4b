package io.kvdrill.transports.shm;

import io.kvdrill.core.protocol.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * What a peer is told of our region: the file's name, and whose life it belongs to. No path: where the files lie is a
 * matter of each peer's configuration.
 *
 * @param file name of the file in the directory that all peers share
 * @param life random number of the life, not 0
 */
record RegionMetadata(String file, long life) {
    private static final String PREFIX = "kvdrill-shm 1 ";
    private static final int LONGEST = 128;

    Bytes encode() {
        return Bytes.of((PREFIX + file + " " + Long.toHexString(life)).getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * Reads what a peer sent.
     *
     * @throws IllegalArgumentException if it is not of our making
     */
    static RegionMetadata decode(Bytes bytes) {
        String text = bytes.size() > LONGEST ? "" : new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
        if (!text.matches("kvdrill-shm 1 [0-9a-f\\-]{36}\\.region [0-9a-f]{1,16}")) {
            throw new IllegalArgumentException(
                    "the peer's metadata is not that of a shared-memory region; do both sides use the transport shm?");
        }
        int space = text.indexOf(' ', PREFIX.length());
        return new RegionMetadata(
                text.substring(PREFIX.length(), space), Long.parseUnsignedLong(text.substring(space + 1), 16));
    }
}
