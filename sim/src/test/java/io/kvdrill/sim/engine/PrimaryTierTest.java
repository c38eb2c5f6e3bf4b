package io.kvdrill.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.sim.engine.SlotView.State;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Protocol.md section 8: slots of the primary cache and their reference counts. */
class PrimaryTierTest {
    private static final List<BlockKey> KEYS = keys(12);

    private static List<BlockKey> keys(int count) {
        List<BlockKey> keys = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            keys.add(BlockKey.of(new byte[] {(byte) i}, 0));
        }
        return keys;
    }

    private static PrimaryTier.Eviction eviction() {
        return new PrimaryTier.Eviction(new ArrayList<>(), new ArrayList<>());
    }

    private static @Nullable List<Long> reserve(PrimaryTier tier, int... keys) {
        List<BlockKey> wanted = new ArrayList<>();
        for (int key : keys) {
            wanted.add(KEYS.get(key));
        }
        return tier.reserve(wanted, List.of(), eviction());
    }

    @Test
    void aReservedBlockIsPendingAndAReadyOneHits() {
        PrimaryTier tier = new PrimaryTier(2);
        assertThat(tier.lookup(KEYS.get(0))).isEqualTo(LookupOutcome.MISS);
        reserve(tier, 0);
        assertThat(tier.lookup(KEYS.get(0))).isEqualTo(LookupOutcome.HIT_PENDING);
        tier.ready(KEYS.get(0));
        assertThat(tier.lookup(KEYS.get(0))).isEqualTo(LookupOutcome.HIT);
    }

    @Test
    void aDiscardedBlockIsAbsentAndItsSlotIsTheNextThatIsReused() {
        PrimaryTier tier = new PrimaryTier(3);
        reserve(tier, 0, 1, 2);
        tier.discard(KEYS.get(0));
        tier.discard(KEYS.get(2));
        assertThat(tier.lookup(KEYS.get(2))).isEqualTo(LookupOutcome.MISS);
        assertThat(reserve(tier, 3)).containsExactly(2L);
        assertThat(reserve(tier, 4)).containsExactly(0L);
    }

    @Test
    void freshSlotsAreHandedOutBeforeFreedOnes() {
        PrimaryTier tier = new PrimaryTier(3);
        reserve(tier, 0);
        tier.discard(KEYS.get(0));
        assertThat(reserve(tier, 1, 2, 3)).containsExactly(1L, 2L, 0L);
    }

    @Test
    void theLeastRecentlyTouchedReadyBlockIsEvicted() {
        PrimaryTier tier = new PrimaryTier(3);
        reserve(tier, 0, 1, 2);
        tier.ready(KEYS.get(0));
        tier.ready(KEYS.get(1));
        tier.ready(KEYS.get(2));
        tier.touch(List.of(KEYS.get(0)));
        PrimaryTier.Eviction eviction = eviction();
        assertThat(tier.reserve(List.of(KEYS.get(3)), List.of(), eviction)).containsExactly(1L);
        assertThat(eviction.keys()).containsExactly(KEYS.get(1));
    }

    @Test
    void pinnedReservedKeptAndQuarantinedSlotsAreNotEvicted() {
        PrimaryTier tier = new PrimaryTier(4);
        reserve(tier, 0, 1, 2, 3);
        tier.ready(KEYS.get(0));
        tier.pin(KEYS.get(0));
        tier.ready(KEYS.get(1));
        tier.quarantine(KEYS.get(2), 7);
        PrimaryTier.Eviction eviction = eviction();
        assertThat(tier.reserve(List.of(KEYS.get(4)), List.of(KEYS.get(1)), eviction))
                .isNull();
        assertThat(eviction.keys()).isEmpty();
        assertThat(tier.lookup(KEYS.get(1))).isEqualTo(LookupOutcome.HIT);
    }

    @Test
    void aQuarantinedSlotIsFreeOnlyOnceItsQuarantineIsLifted() {
        PrimaryTier tier = new PrimaryTier(1);
        reserve(tier, 0);
        tier.quarantine(KEYS.get(0), 5);
        assertThat(tier.lookup(KEYS.get(0))).isEqualTo(LookupOutcome.MISS);
        assertThat(reserve(tier, 0)).isNull();
        tier.liftQuarantine(0);
        assertThat(reserve(tier, 0)).containsExactly(0L);
    }

    @Test
    void unpinningMoreOftenThanPinningIsRefused() {
        PrimaryTier tier = new PrimaryTier(1);
        reserve(tier, 0);
        tier.ready(KEYS.get(0));
        tier.pin(KEYS.get(0));
        tier.unpin(KEYS.get(0));
        assertThatThrownBy(() -> tier.unpin(KEYS.get(0))).isInstanceOf(IllegalStateException.class);
    }

    /** What can be done with one block, or with one quarantined slot. */
    enum Act {
        RESERVE,
        READY,
        DISCARD,
        QUARANTINE,
        LIFT,
        PIN,
        UNPIN,
        TOUCH
    }

    @Property(tries = 400)
    void everySlotHasOneOwnerAndNoReferenceCountIsNegative(
            @ForAll @Size(max = 120) List<Act> acts,
            @ForAll @Size(value = 120) List<@IntRange(max = 11) Integer> targets,
            @ForAll @IntRange(min = 1, max = 8) int slots) {
        PrimaryTier tier = new PrimaryTier(slots);
        int[] pins = new int[KEYS.size()];
        List<Long> quarantined = new ArrayList<>();
        for (int i = 0; i < acts.size(); i++) {
            apply(tier, acts.get(i), targets.get(i), pins, quarantined);
            check(tier, slots, pins, quarantined);
        }
    }

    private static void apply(PrimaryTier tier, Act act, int target, int[] pins, List<Long> quarantined) {
        BlockKey key = KEYS.get(target);
        LookupOutcome state = tier.lookup(key);
        switch (act) {
            case RESERVE -> {
                if (state == LookupOutcome.MISS) {
                    tier.reserve(List.of(key), List.of(), eviction());
                }
            }
            case READY -> {
                if (state == LookupOutcome.HIT_PENDING) {
                    tier.ready(key);
                }
            }
            case DISCARD -> {
                if (state == LookupOutcome.HIT_PENDING) {
                    tier.discard(key);
                }
            }
            case QUARANTINE -> {
                if (state == LookupOutcome.HIT_PENDING) {
                    quarantined.add(tier.slotOf(key));
                    tier.quarantine(key, 1 + target);
                }
            }
            case LIFT -> {
                if (!quarantined.isEmpty()) {
                    tier.liftQuarantine(quarantined.remove(target % quarantined.size()));
                }
            }
            case PIN -> {
                if (state == LookupOutcome.HIT) {
                    tier.pin(key);
                    pins[target]++;
                }
            }
            case UNPIN -> {
                if (pins[target] > 0) {
                    tier.unpin(key);
                    pins[target]--;
                }
            }
            case TOUCH -> tier.touch(List.of(key));
        }
    }

    private static void check(PrimaryTier tier, int slots, int[] pins, List<Long> quarantined) {
        List<SlotView> views = tier.view();
        List<BlockKey> held = new ArrayList<>();
        int free = 0;
        for (SlotView view : views) {
            assertThat(view.pins()).isNotNegative();
            BlockKey key = view.key();
            if (key != null) {
                assertThat(held).doesNotContain(key);
                held.add(key);
                assertThat(view.pins()).isEqualTo(pins[KEYS.indexOf(key)]);
            }
            free += view.state() == State.FREE ? 1 : 0;
        }
        assertThat(views.stream()
                        .filter(view -> view.state() == State.QUARANTINED)
                        .map(SlotView::slot))
                .containsExactlyInAnyOrderElementsOf(quarantined);
        assertThat(free).isEqualTo(tier.freeSlots());
        assertThat(held.size() + free + tier.quarantinedSlots()).isEqualTo(slots);
        for (int i = 0; i < pins.length; i++) {
            if (pins[i] > 0) {
                assertThat(tier.lookup(KEYS.get(i))).isEqualTo(LookupOutcome.HIT);
            }
        }
    }
}
