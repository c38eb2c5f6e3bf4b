package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.SlotList;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of the primary slots of one process life, and of the registrations and fences that guard them. */
final class SlotStates {

    /** What the engine uses a slot for. */
    enum Use {
        FREE,
        RESERVED,
        READY,
        QUARANTINED
    }

    /** A registration of a peer's memory. */
    record Registered(long generation, String life, long sequence) {}

    private static final int REGISTRATIONS_KEPT = 4;

    final Use[] use;
    final int[] pins;
    /** Writes that may still land in the slot. */
    final int[] landing;
    /** Writes that still read it. */
    final int[] reading;
    /** The load that the slot is for, or 0. */
    final long[] load;
    /** Where the load's blocks come from; null where that is not known. */
    final @Nullable String[] source;
    /** Whether a load that failed was the last to use it. */
    final boolean[] suspect;

    private final Map<String, Deque<Registered>> registrations = new LinkedHashMap<>();
    /** By life of a peer: its registrations of this memory that were made before this no longer count. */
    private final Map<String, Long> revokedBefore = new LinkedHashMap<>();

    private final Map<String, Long> fencing = new LinkedHashMap<>();

    SlotStates(int slots) {
        use = new Use[slots];
        Arrays.fill(use, Use.FREE);
        pins = new int[slots];
        landing = new int[slots];
        reading = new int[slots];
        load = new long[slots];
        source = new @Nullable String[slots];
        suspect = new boolean[slots];
    }

    /** Whether there is such a slot; hostile peers name others. */
    boolean has(long slot) {
        return slot >= 0 && slot < use.length;
    }

    void become(SlotList slots, Use newUse) {
        for (int i = 0; i < slots.size(); i++) {
            if (has(slots.get(i))) {
                use[(int) slots.get(i)] = newUse;
            }
        }
    }

    void belongTo(SlotList slots, long job, @Nullable String peer) {
        for (int i = 0; i < slots.size(); i++) {
            if (has(slots.get(i))) {
                load[(int) slots.get(i)] = job;
                source[(int) slots.get(i)] = peer;
            }
        }
    }

    /** Whether a write of this peer's is meant to land in the slot now, or is waited for. */
    boolean expects(int slot, String peer) {
        if (use[slot] == Use.QUARANTINED) {
            return true;
        }
        String from = source[slot];
        return use[slot] == Use.RESERVED && load[slot] != 0 && (from == null || from.equals(peer));
    }

    void registered(String peer, Registered registration) {
        Deque<Registered> known = registrations.computeIfAbsent(peer, first -> new ArrayDeque<>());
        for (Registered earlier : known) {
            if (earlier.generation() == registration.generation()) {
                known.remove(earlier);
                long first = Math.min(earlier.sequence(), registration.sequence());
                String life = registration.life().isEmpty() ? earlier.life() : registration.life();
                known.addLast(new Registered(registration.generation(), life, first));
                return;
            }
        }
        known.addLast(registration);
        if (known.size() > REGISTRATIONS_KEPT) {
            known.removeFirst();
        }
    }

    @Nullable Registered registration(String peer, long generation) {
        Deque<Registered> known = registrations.get(peer);
        if (known != null) {
            for (Registered registration : known) {
                if (registration.generation() == generation) {
                    return registration;
                }
            }
        }
        return null;
    }

    void fenceBegan(String life, long sequence) {
        fencing.put(life, sequence);
    }

    /** Returns the entry of the trace before which a write of that life was fenced off; 0 where none was. */
    long fenceEnded(String life, boolean inbound) {
        Long began = fencing.remove(life);
        if (!inbound || began == null) {
            return 0;
        }
        revokedBefore.merge(life, began, Math::max);
        return began;
    }

    /** Whether a registration of this memory by that life of a peer was fenced off. */
    boolean revokes(String life, Registered registration) {
        Long before = revokedBefore.get(life);
        return before != null && registration.sequence() < before;
    }
}
