package io.kvdrill.sim.fabric;

import io.kvdrill.core.protocol.BlockKey;

/**
 * What a slot holds, in place of real bytes.
 *
 * @param key the key that the content belongs to; of no bytes where there is no content, or a corrupted one
 * @param generation tells contents apart that were made at different times, even of the same key; copied with the content
 * @param writer the life of the peer that wrote it into this slot
 * @param transfer the write that brought it; 0 where the owner of the memory made it
 */
public record ContentTag(BlockKey key, long generation, String writer, long transfer) {
    /** No content. */
    public static final ContentTag EMPTY = new ContentTag(BlockKey.of(new byte[0]), 0, "", 0);

    /** Whether the content is that of this key. */
    public boolean holds(BlockKey wanted) {
        return key.equals(wanted);
    }
}
