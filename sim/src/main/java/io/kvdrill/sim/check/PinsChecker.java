package io.kvdrill.sim.check;

import io.kvdrill.core.profile.Rows;
import io.kvdrill.sim.engine.EngineEvent.QuarantineLifted;
import io.kvdrill.sim.engine.EngineEvent.SlotsPinned;
import io.kvdrill.sim.engine.EngineEvent.SlotsQuarantined;
import io.kvdrill.sim.engine.EngineEvent.SlotsUnpinned;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.DataPlane;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * I15: each pin of a tier lasts no longer than parking, storing and some slack allow; all of them together no more
 * slot-seconds than a budget, where one is stated; and none is left at the end. Quarantined slots are counted apart: they
 * may stay only where no fence could free them.
 */
final class PinsChecker extends LawChecker {
    private static final long SLACK_NANOS = 5_000_000_000L;

    private static final class Hold {
        final int slots;
        final long sequence;
        final long sinceNanos;

        Hold(int slots, long sequence, long sinceNanos) {
            this.slots = slots;
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
                account.pinned.add(event.job(), hold(event.slots().size(), entry));
                account.mostPinned = Math.max(account.mostPinned, account.pinned.slots);
            }
        });
        listeners.on(SlotsUnpinned.class, (site, event, entry) -> unpinned(site, event.job(), entry.worldNanos()));
        listeners.on(SlotsQuarantined.class, (site, event, entry) -> {
            Account account = accounts.of(site);
            unpinned(site, event.job(), entry.worldNanos());
            account.quarantined.add(event.job(), hold(event.slots().size(), entry));
            account.mostQuarantined = Math.max(account.mostQuarantined, account.quarantined.slots);
        });
        listeners.on(QuarantineLifted.class, (site, event, entry) -> {
            Hold hold = accounts.of(site).quarantined.remove(event.job());
            if (hold != null) {
                checked(true);
                accounts.of(site).quarantinedSlotNanos += slotNanos(hold, entry.worldNanos());
            }
        });
    }

    private static Hold hold(int slots, TraceEntry entry) {
        return new Hold(slots, entry.sequence(), entry.worldNanos());
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
        boolean fences = plane.fencesInbound() && plane.fencesOutbound();
        int pinned = 0;
        int reserved = 0;
        int quarantined = 0;
        for (SlotView slot : site.view().slots()) {
            pinned += slot.state() == SlotView.State.PINNED ? 1 : 0;
            reserved += slot.state() == SlotView.State.RESERVED ? 1 : 0;
            quarantined += slot.state() == SlotView.State.QUARANTINED ? 1 : 0;
        }
        left(site, pinned, "pinned");
        left(site, reserved, "reserved");
        left(site, fences ? quarantined : 0, "quarantined, though fences could free them");
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
