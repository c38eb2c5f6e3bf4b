package io.kvdrill.sim.fabric;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.sim.kernel.Incarnation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The block memory of one incarnation of a peer. Nobody guards it: whoever may write to it does, at any time, as with
 * RDMA. A restarted peer has a new one.
 */
public final class BlockMemory {
    private final SimFabric fabric;
    private final Incarnation owner;
    private final ContentTag[] tags;
    private final int[] landings;

    BlockMemory(SimFabric fabric, Incarnation owner, int slots) {
        this.fabric = fabric;
        this.owner = owner;
        this.tags = new ContentTag[slots];
        this.landings = new int[slots];
        Arrays.fill(tags, ContentTag.EMPTY);
    }

    /** Whose memory it is. */
    public Incarnation owner() {
        return owner;
    }

    /** The number of slots. */
    public int slots() {
        return tags.length;
    }

    /**
     * What a slot holds.
     *
     * @throws ArrayIndexOutOfBoundsException if there is no such slot
     */
    public ContentTag tag(int slot) {
        return tags[slot];
    }

    /** What slots hold, as keys. */
    public List<BlockKey> keys(SlotList slots) {
        List<BlockKey> keys = new ArrayList<>(slots.size());
        for (int i = 0; i < slots.size(); i++) {
            keys.add(tags[(int) slots.get(i)].key());
        }
        return keys;
    }

    /** The owner puts the content of a key into a slot: newly made, and so of a new generation. */
    public void put(int slot, BlockKey key) {
        tags[slot] = new ContentTag(key, fabric.nextContent(), owner.toString(), 0);
    }

    /** The owner copies a content from elsewhere in its memory. */
    public void copy(int fromSlot, int toSlot) {
        ContentTag source = tags[fromSlot];
        tags[toSlot] = new ContentTag(source.key(), source.generation(), owner.toString(), 0);
    }

    /** The owner wipes a slot. */
    public void clear(int slot) {
        tags[slot] = ContentTag.EMPTY;
    }

    /** A write of a peer's lands. */
    void land(int slot, ContentTag content, Incarnation writer, long transfer) {
        tags[slot] = new ContentTag(content.key(), content.generation(), writer.toString(), transfer);
        landings[slot]++;
    }

    /** How often peers have written to these slots. */
    long landings(SlotList slots) {
        long sum = 0;
        for (int i = 0; i < slots.size(); i++) {
            sum += landings[(int) slots.get(i)];
        }
        return sum;
    }

    /** Whether all of these are slots of this memory. */
    boolean holds(SlotList slots) {
        for (int i = 0; i < slots.size(); i++) {
            long slot = slots.get(i);
            if (slot < 0 || slot >= tags.length) {
                return false;
            }
        }
        return true;
    }
}
