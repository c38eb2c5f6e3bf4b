package io.kvdrill.scenarios.node;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.sim.engine.SlotMemory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What the blocks of a region mean. A block begins with its key and the number of its making; the rest is what was there
 * before, and is sealed with it, so that a copy of a block that was torn or changed does not verify.
 */
final class BlockContent implements SlotMemory {
    private static final BlockKey NO_KEY = BlockKey.of(new byte[0]);
    private static final int MAGIC = 0x6B76_6B65;
    private static final int KEY_AT = 16;

    private final Blocks region;
    private long made;

    /**
     * The content of a region.
     *
     * @throws IllegalArgumentException if a block has no room for a key
     */
    BlockContent(Blocks region) {
        if (region.usableBytes() < KEY_AT + Long.BYTES * 8) {
            throw new IllegalArgumentException("blocks of " + region.usableBytes() + " bytes have no room for a key; at"
                    + " least " + (KEY_AT + Long.BYTES * 8) + " bytes are needed");
        }
        this.region = region;
    }

    @Override
    public void write(long slot, BlockKey key) {
        region.unseal(slot);
        ByteBuffer block = region.block(slot);
        byte[] bytes = key.toArray();
        block.putInt(0, MAGIC);
        block.putInt(4, bytes.length);
        block.putLong(8, ++made);
        block.put(KEY_AT, bytes);
        region.seal(slot);
    }

    @Override
    public boolean holds(long slot, BlockKey key) {
        return keyAt(slot).equals(key) && region.verify(slot);
    }

    @Override
    public String describe(long slot) {
        BlockKey key = keyAt(slot);
        if (key.size() == 0) {
            return "nothing";
        }
        return "block " + key + (region.verify(slot) ? "" : " with bytes that its checksum does not cover");
    }

    /** The key that a slot says it holds; of no bytes where it holds none. */
    BlockKey keyAt(long slot) {
        ByteBuffer block = region.block(slot);
        int length = block.getInt(4);
        if (block.getInt(0) != MAGIC || length < 0 || length > region.usableBytes() - KEY_AT) {
            return NO_KEY;
        }
        byte[] bytes = new byte[length];
        block.get(KEY_AT, bytes);
        return BlockKey.of(bytes);
    }

    /** The keys that slots say they hold; of no bytes where there is no such slot. */
    List<BlockKey> keys(SlotList slots) {
        List<BlockKey> keys = new ArrayList<>(slots.size());
        for (int i = 0; i < slots.size(); i++) {
            long slot = slots.get(i);
            keys.add(slot >= 0 && slot < region.count() ? keyAt(slot) : NO_KEY);
        }
        return keys;
    }
}
