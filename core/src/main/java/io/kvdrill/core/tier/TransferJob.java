package io.kvdrill.core.tier;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import java.util.List;

/**
 * Blocks to move between the primary cache and a tier, with the primary slots that are pinned (a store) or reserved (a
 * load) for it until the tier says otherwise.
 *
 * @param id chosen by the engine; exactly one result is owed for it
 * @param keys the blocks
 * @param slots the primary slot of each block
 */
public record TransferJob(long id, List<BlockKey> keys, SlotList slots) {
    /**
     * Keeps an immutable copy of {@code keys}.
     *
     * @throws IllegalArgumentException if the lists differ in length
     */
    public TransferJob {
        keys = List.copyOf(keys);
        if (keys.size() != slots.size()) {
            throw new IllegalArgumentException(
                    "job " + id + " with " + keys.size() + " keys and " + slots.size() + " slots");
        }
    }
}
