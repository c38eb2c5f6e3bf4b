package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.sim.engine.SlotView.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The primary (CPU) cache: equal slots, each with a reference count as protocol.md section 8 has it. Fresh slots are
 * handed out first, then the one that was freed last, as vLLM's allocator does; when none is left, the least recently
 * touched ready block that nothing reads gives up its slot.
 *
 * <p>Every slot has one owner at a time: the free list, a block (reserved, ready or pinned), or a quarantine.
 */
final class PrimaryTier {
    private static final int WRITE_PENDING = -1;

    private static final class Slot {
        final long number;

        @Nullable BlockKey key;

        int references;
        long touched;
        long quarantinedFor;

        Slot(long number) {
            this.number = number;
        }
    }

    private final Slot[] slots;
    private final Map<BlockKey, Slot> byKey = new LinkedHashMap<>();
    private final Deque<Slot> free = new ArrayDeque<>();
    private final TreeMap<Long, Slot> evictable = new TreeMap<>();
    private int fresh;
    private long touches;
    private int quarantined;
    private long version;

    PrimaryTier(int slotCount) {
        slots = new Slot[slotCount];
        for (int i = 0; i < slotCount; i++) {
            slots[i] = new Slot(i);
        }
    }

    LookupOutcome lookup(BlockKey key) {
        Slot slot = byKey.get(key);
        if (slot == null) {
            return LookupOutcome.MISS;
        }
        return slot.references == WRITE_PENDING ? LookupOutcome.HIT_PENDING : LookupOutcome.HIT;
    }

    /** Grows whenever a lookup may answer differently than before. */
    long version() {
        return version;
    }

    /** The slot of a block that is there, reserved or ready. */
    long slotOf(BlockKey key) {
        return present(key).number;
    }

    /** Makes blocks the most recently used ones, in this order; absent ones are ignored. */
    void touch(Collection<BlockKey> keys) {
        for (BlockKey key : keys) {
            Slot slot = byKey.get(key);
            if (slot != null) {
                boolean idle = evictable.remove(slot.touched) != null;
                slot.touched = ++touches;
                if (idle) {
                    evictable.put(slot.touched, slot);
                }
            }
        }
    }

    /** What had to go so that something else could come. */
    record Eviction(List<BlockKey> keys, List<Long> slots) {
        /** Nothing yet; grows. */
        static Eviction none() {
            return new Eviction(new ArrayList<>(), new ArrayList<>());
        }
    }

    /**
     * Reserves a slot for each of these absent blocks, evicting others except {@code kept}.
     *
     * @param eviction receives what was evicted
     * @return the slots, or null if there are not enough; then nothing has changed
     */
    @Nullable List<Long> reserve(List<BlockKey> keys, Collection<BlockKey> kept, Eviction eviction) {
        int missing = keys.size() - free.size() - (slots.length - fresh);
        if (missing > 0 && !evict(missing, kept, eviction)) {
            return null;
        }
        List<Long> reserved = new ArrayList<>(keys.size());
        for (BlockKey key : keys) {
            if (byKey.containsKey(key)) {
                throw new IllegalStateException("block " + key + " is reserved twice");
            }
            Slot slot = fresh < slots.length ? slots[fresh++] : free.removeLast();
            slot.key = key;
            slot.references = WRITE_PENDING;
            slot.touched = ++touches;
            byKey.put(key, slot);
            version++;
            reserved.add(slot.number);
        }
        return reserved;
    }

    private boolean evict(int count, Collection<BlockKey> kept, Eviction eviction) {
        List<Slot> victims = new ArrayList<>(count);
        for (Slot slot : evictable.values()) {
            if (victims.size() == count) {
                break;
            }
            if (!kept.contains(keyOf(slot))) {
                victims.add(slot);
            }
        }
        if (victims.size() < count) {
            return false;
        }
        for (Slot victim : victims) {
            eviction.keys().add(keyOf(victim));
            eviction.slots().add(victim.number);
            evictable.remove(victim.touched);
            release(victim);
        }
        return true;
    }

    /** Gives up every ready block that nothing reads. */
    void clear(Eviction eviction) {
        evict(evictable.size(), List.of(), eviction);
    }

    /** A reserved block is in place. */
    void ready(BlockKey key) {
        Slot slot = pending(key);
        slot.references = 0;
        evictable.put(slot.touched, slot);
        version++;
    }

    /** A reserved block will not come: its slot is free. */
    void discard(BlockKey key) {
        release(pending(key));
    }

    /** A reserved block will not come, but a write may land in its slot until {@link #liftQuarantine}. */
    void quarantine(BlockKey key, long job) {
        Slot slot = pending(key);
        byKey.remove(key);
        version++;
        slot.key = null;
        slot.references = 0;
        slot.quarantinedFor = job;
        quarantined++;
    }

    /** No write can land in this slot any more: it is free. */
    void liftQuarantine(long number) {
        Slot slot = slots[(int) number];
        if (slot.quarantinedFor == 0) {
            throw new IllegalStateException("slot " + number + " is not quarantined");
        }
        slot.quarantinedFor = 0;
        quarantined--;
        free.addLast(slot);
    }

    /** Something reads a ready block. */
    void pin(BlockKey key) {
        Slot slot = present(key);
        if (slot.references == WRITE_PENDING) {
            throw new IllegalStateException("block " + key + " is pinned while a write to it is pending");
        }
        if (slot.references++ == 0) {
            evictable.remove(slot.touched);
        }
    }

    /** It reads it no longer. */
    void unpin(BlockKey key) {
        Slot slot = present(key);
        if (slot.references <= 0) {
            throw new IllegalStateException("block " + key + " is unpinned more often than pinned");
        }
        if (--slot.references == 0) {
            evictable.put(slot.touched, slot);
        }
    }

    /** Slots that hold nothing and may be handed out. */
    int freeSlots() {
        return free.size() + slots.length - fresh;
    }

    /** Slots in quarantine. */
    int quarantinedSlots() {
        return quarantined;
    }

    /** Every slot as it is now, by number. */
    List<SlotView> view() {
        List<SlotView> views = new ArrayList<>(slots.length);
        for (Slot slot : slots) {
            views.add(view(slot));
        }
        return views;
    }

    SlotView view(long number) {
        return view(slots[(int) number]);
    }

    private static SlotView view(Slot slot) {
        State state;
        if (slot.quarantinedFor != 0) {
            state = State.QUARANTINED;
        } else if (slot.key == null) {
            state = State.FREE;
        } else if (slot.references == WRITE_PENDING) {
            state = State.RESERVED;
        } else {
            state = slot.references == 0 ? State.READY : State.PINNED;
        }
        return new SlotView(slot.number, state, slot.key, Math.max(0, slot.references), slot.quarantinedFor);
    }

    private void release(Slot slot) {
        byKey.remove(keyOf(slot));
        version++;
        slot.key = null;
        slot.references = 0;
        free.addLast(slot);
    }

    private Slot pending(BlockKey key) {
        Slot slot = present(key);
        if (slot.references != WRITE_PENDING) {
            throw new IllegalStateException("no write to block " + key + " is pending");
        }
        return slot;
    }

    private Slot present(BlockKey key) {
        Slot slot = byKey.get(key);
        if (slot == null) {
            throw new IllegalStateException("block " + key + " is not in the primary cache");
        }
        return slot;
    }

    private static BlockKey keyOf(Slot slot) {
        BlockKey key = slot.key;
        if (key == null) {
            throw new IllegalStateException("slot " + slot.number + " holds no block");
        }
        return key;
    }
}
