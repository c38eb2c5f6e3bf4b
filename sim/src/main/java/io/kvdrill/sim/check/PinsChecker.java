package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.sim.engine.EngineEvent.QuarantineLifted;
import io.kvdrill.sim.engine.EngineEvent.SlotsPinned;
import io.kvdrill.sim.engine.EngineEvent.SlotsQuarantined;
import io.kvdrill.sim.engine.EngineEvent.SlotsUnpinned;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.fabric.FabricEvent.TransferEnded;
import io.kvdrill.sim.fabric.FabricEvent.TransferForgotten;
import io.kvdrill.sim.fabric.FabricEvent.WritePosted;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.DataPlane;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * I15: each pin of a tier lasts no longer than parking, storing and some slack allow; all of them together no more
 * slot-seconds than a budget, where one is stated; and none is left at the end. Counted apart are quarantined slots, and
 * those that a failed store still holds for a write whose end is not known: they may stay only where no fence could free
 * them.
 */
final class PinsChecker extends LawChecker {
    private static final long SLACK_NANOS = 5_000_000_000L;

    private static final class Hold {
        final Direction direction;
        final SlotList where;
        final int slots;
        final long sequence;
        final long sinceNanos;

        Hold(Direction direction, SlotList where, long sequence, long sinceNanos) {
            this.direction = direction;
            this.where = where;
            this.slots = where.size();
            this.sequence = sequence;
            this.sinceNanos = sinceNanos;
        }
    }

    private static final class Holds {
        final Map<Long, Hold> byJob = new LinkedHashMap<>();
        long slots;

        void add(long job, Hold hold) {
            byJob.put(job, hold);
            slots += hold.slots;
        }

        @Nullable Hold remove(long job) {
            Hold hold = byJob.remove(job);
            slots -= hold == null ? 0 : hold.slots;
            return hold;
        }
    }

    private static final class Account {
        Holds pinned = new Holds();
        Holds quarantined = new Holds();
        /** By write: the slots that it reads. */
        final Map<Long, SlotList> writes = new LinkedHashMap<>();

        long pinnedSlotNanos;
        long quarantinedSlotNanos;
        long mostPinned;
        long mostQuarantined;
    }

    private final PerSite<Account> accounts = new PerSite<>(site -> new Account());
    private final long budgetSlotNanos;

    /**
     * A checker.
     *
     * @param budgetSlotNanos how long the slots of one peer may be pinned together; {@link Long#MAX_VALUE} for no budget
     */
    PinsChecker(long budgetSlotNanos) {
        super(Law.I15);
        this.budgetSlotNanos = budgetSlotNanos;
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(SlotsPinned.class, (site, event, entry) -> {
            if (event.job() != 0) {
                Account account = accounts.of(site);
                account.pinned.add(event.job(), hold(Direction.STORE, event.slots(), entry));
                account.mostPinned = Math.max(account.mostPinned, account.pinned.slots);
            }
        });
        listeners.on(SlotsUnpinned.class, (site, event, entry) -> unpinned(site, event.job(), entry.worldNanos()));
        listeners.on(SlotsQuarantined.class, (site, event, entry) -> {
            Account account = accounts.of(site);
            unpinned(site, event.job(), entry.worldNanos());
            account.quarantined.add(event.job(), hold(event.direction(), event.slots(), entry));
            account.mostQuarantined = Math.max(account.mostQuarantined, account.quarantined.slots);
        });
        listeners.on(QuarantineLifted.class, (site, event, entry) -> {
            Account account = accounts.of(site);
            Hold hold = account.quarantined.remove(event.job());
            if (hold != null) {
                checked(true);
                account.quarantinedSlotNanos += slotNanos(hold, entry.worldNanos());
            }
        });
        listeners.on(
                WritePosted.class,
                (site, event, entry) -> accounts.of(site).writes.put(event.transfer(), event.local()));
        // A dead data plane posts nothing, and never says so.
        listeners.on(
                WriteStarted.class,
                (site, event, entry) -> accounts.of(site).writes.put(event.transfer(), event.local()));
        listeners.on(
                TransferEnded.class,
                (site, event, entry) -> accounts.of(site).writes.remove(event.transfer()));
        listeners.on(
                TransferForgotten.class,
                (site, event, entry) -> accounts.of(site).writes.remove(event.transfer()));
    }

    private static Hold hold(Direction direction, SlotList slots, TraceEntry entry) {
        return new Hold(direction, slots, entry.sequence(), entry.worldNanos());
    }

    private static long slotNanos(Hold hold, long nowNanos) {
        return hold.slots * (nowNanos - hold.sinceNanos);
    }

    private void unpinned(Site site, long job, long nowNanos) {
        Hold hold = job == 0 ? null : accounts.of(site).pinned.remove(job);
        if (hold != null) {
            checked(true);
            accounts.of(site).pinnedSlotNanos += slotNanos(hold, nowNanos);
            judge(site, job, hold, nowNanos, "were pinned for store " + job + " for ");
        }
    }

    private void judge(Site site, long job, Hold hold, long nowNanos, String how) {
        long held = nowNanos - hold.sinceNanos;
        if (held > mostNanos(site) && !site.stoodStill) {
            broken(site)
                    .job(job)
                    .since(hold.sequence)
                    .says(hold.slots + " slots of " + site + " " + how + time(held) + "; parking and storing allow "
                            + time(mostNanos(site)));
        }
    }

    private long mostNanos(Site site) {
        Limits limits = board().limits();
        long parked = Math.min(limits.of(Rows.UNBOUND_STORE_TIMEOUT), 10 * limits.patienceNanos());
        return parked + limits.of(Rows.STORE_TIMEOUT) + SLACK_NANOS + 3 * site.longestStepNanos;
    }

    @Override
    void onDeath(Site site) {
        close(site, board().nowNanos());
    }

    /** Adds what is still held to the account. */
    private void close(Site site, long nowNanos) {
        Account account = accounts.of(site);
        account.pinned.byJob.values().forEach(hold -> account.pinnedSlotNanos += slotNanos(hold, nowNanos));
        account.quarantined.byJob.values().forEach(hold -> account.quarantinedSlotNanos += slotNanos(hold, nowNanos));
        account.pinned = new Holds();
        account.quarantined = new Holds();
        account.writes.clear();
    }

    @Override
    void onEnd(boolean quiescent) {
        long now = board().nowNanos();
        for (Site site : board().sites()) {
            if (site.judgeable()) {
                Account account = accounts.of(site);
                for (Map.Entry<Long, Hold> pin : account.pinned.byJob.entrySet()) {
                    checked(true);
                    judge(
                            site,
                            pin.getKey(),
                            pin.getValue(),
                            now,
                            "have been pinned for store " + pin.getKey() + " for ");
                }
                if (quiescent) {
                    checked(true);
                    judgeLeft(site);
                }
            }
            close(site, now);
            judgeBudget(site);
        }
    }

    private void judgeLeft(Site site) {
        DataPlane plane = board().run().world().dataPlane();
        Map<Long, Integer> held = heldForWrites(site);
        int pinned = 0;
        int reading = 0;
        int reserved = 0;
        int quarantined = 0;
        for (SlotView slot : site.view().slots()) {
            switch (slot.state()) {
                case PINNED -> {
                    boolean forWrites = slot.pins() == held.getOrDefault(slot.slot(), 0);
                    reading += forWrites ? 1 : 0;
                    pinned += forWrites ? 0 : 1;
                }
                case RESERVED -> reserved++;
                case QUARANTINED -> quarantined++;
                case FREE, READY -> {}
            }
        }
        left(site, pinned, "pinned");
        left(site, reserved, "reserved");
        left(site, plane.fencesInbound() ? quarantined : 0, "quarantined, though a fence could free them");
        left(site, plane.fencesOutbound() ? reading : 0, "held for a write, though a fence could end it");
    }

    /**
     * By slot: how many failed stores hold it for a write of which no end is known. All slots of a store are held as long as
     * any of them is read.
     */
    private Map<Long, Integer> heldForWrites(Site site) {
        Account account = accounts.of(site);
        Set<Long> read = new LinkedHashSet<>();
        account.writes.values().forEach(slots -> forEach(slots, read::add));
        Map<Long, Integer> holds = new LinkedHashMap<>();
        for (Hold hold : account.quarantined.byJob.values()) {
            if (hold.direction == Direction.STORE && anyOf(hold.where, read)) {
                forEach(hold.where, slot -> holds.merge(slot, 1, Integer::sum));
            }
        }
        return holds;
    }

    private static boolean anyOf(SlotList slots, Set<Long> those) {
        for (int i = 0; i < slots.size(); i++) {
            if (those.contains(slots.get(i))) {
                return true;
            }
        }
        return false;
    }

    private static void forEach(SlotList slots, LongConsumer action) {
        for (int i = 0; i < slots.size(); i++) {
            action.accept(slots.get(i));
        }
    }

    private void left(Site site, int slots, String how) {
        if (slots > 0) {
            broken(site)
                    .says("when nothing was left to do, " + slots + (slots == 1 ? " slot" : " slots") + " of " + site
                            + (slots == 1 ? " was " : " were ") + "still " + how);
        }
    }

    private void judgeBudget(Site site) {
        long used = accounts.of(site).pinnedSlotNanos;
        if (used > budgetSlotNanos) {
            broken(site)
                    .says("slots of " + site + " were pinned for " + used / 1_000_000
                            + " slot-milliseconds; the budget is " + budgetSlotNanos / 1_000_000);
        }
    }

    List<SlotTime> slotTimes() {
        List<SlotTime> times = new ArrayList<>();
        for (Site site : board().sites()) {
            Account account = accounts.of(site);
            times.add(new SlotTime(
                    site.id,
                    account.pinnedSlotNanos,
                    account.quarantinedSlotNanos,
                    account.mostPinned,
                    account.mostQuarantined));
        }
        return times;
    }
}
