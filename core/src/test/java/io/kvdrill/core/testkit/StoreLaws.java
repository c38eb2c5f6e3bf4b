package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TierResult.SlotsReleased;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What every store must keep: one result, in time; slots pinned while a write reads them (I1, I3, 5, 6). */
final class StoreLaws {

    private static final class Store {
        final TransferJob job;
        long sinceNanos;
        long limitNanos;
        final Set<Long> readers = new LinkedHashSet<>();
        boolean parked;
        boolean mayEnd;
        boolean finished;
        boolean held;
        boolean released;

        Store(TransferJob job, long sinceNanos, long limitNanos) {
            this.job = job;
            this.sinceNanos = sinceNanos;
            this.limitNanos = limitNanos;
        }

        boolean free() {
            return finished && (!held || released);
        }
    }

    private record Pinned(Store store, BlockKey key) {}

    private final Map<Long, Store> stores = new LinkedHashMap<>();
    private final Map<Long, Pinned> bySlot = new LinkedHashMap<>();

    void onSubmitted(long nowNanos, TransferJob job, long limitNanos) {
        Store store = new Store(job, nowNanos, limitNanos);
        stores.put(job.id(), store);
        for (int i = 0; i < job.keys().size(); i++) {
            bySlot.put(job.slots().get(i), new Pinned(store, job.keys().get(i)));
        }
    }

    /** A session has taken the store: its time starts again. */
    void onFiled(long nowNanos, long job, long limitNanos) {
        Store store = stores.get(job);
        if (store != null) {
            store.sinceNanos = nowNanos;
            store.limitNanos = limitNanos;
        }
    }

    /** The key of the block in a slot that a write reads. */
    BlockKey onRead(long transfer, long slot) {
        Pinned pinned = bySlot.get(slot);
        if (pinned == null || pinned.store().free()) {
            throw new LawBroken("6", "write " + transfer + " reads slot " + slot + ", which no store pins");
        }
        pinned.store().readers.add(transfer);
        return pinned.key();
    }

    void onLanded(long transfer, long slot) {
        Pinned pinned = bySlot.get(slot);
        if (pinned != null) {
            pinned.store().readers.remove(transfer);
        }
    }

    /** Whether some store still pins this key. */
    boolean pinned(BlockKey key) {
        return bySlot.values().stream()
                .anyMatch(pinned -> pinned.key().equals(key) && !pinned.store().free());
    }

    void onResult(TierResult result) {
        Store store = stores.get(result.job());
        if (store == null) {
            throw new LawBroken("3", "a result for an unknown store: " + result);
        }
        if (result instanceof JobFinished finished) {
            if (store.finished) {
                throw new LawBroken("I1", "a second result: " + finished);
            }
            if (store.parked && !store.mayEnd) {
                throw new LawBroken(
                        "24",
                        "a parked store ends though it was not bound, expired, rejected or shut down: " + finished);
            }
            store.finished = true;
            store.held = finished.slotsHeld();
        } else if (result instanceof SlotsReleased) {
            if (!store.finished || !store.held || store.released) {
                throw new LawBroken("I1", "slots released that were not held: " + result);
            }
            store.released = true;
        }
        if (store.free() && !store.readers.isEmpty()) {
            throw new LawBroken("5", "slots free while writes " + store.readers + " read them: " + result);
        }
    }

    /** A parked store ends by bind, expiry, rejection or shutdown only (24). */
    void onEvent(TraceEvent event) {
        if (event instanceof ManagerEvent.StoreParked parked) {
            Store store = stores.get(parked.job());
            if (store != null) {
                store.parked = true;
            }
        } else if (event instanceof ServerEvent.SupplyFiled filed) {
            mayEnd(filed.job());
        } else if (event instanceof ManagerEvent.ParkedStoresReaped reaped) {
            reaped.jobs().forEach(this::mayEnd);
        } else if (event instanceof ManagerEvent.ParkedStoresFailed failed) {
            failed.jobs().forEach(this::mayEnd);
        }
    }

    private void mayEnd(long job) {
        Store store = stores.get(job);
        if (store != null) {
            store.mayEnd = true;
        }
    }

    void checkInTime(long nowNanos) {
        for (Store store : stores.values()) {
            if (!store.finished && nowNanos - store.sinceNanos >= store.limitNanos) {
                throw new LawBroken(
                        "I3",
                        "store " + store.job.id() + " has no result after " + (nowNanos - store.sinceNanos)
                                + " ns, its limit is " + store.limitNanos);
            }
        }
    }

    void checkDrained() {
        for (Store store : stores.values()) {
            if (!store.finished) {
                throw new LawBroken("45", "store " + store.job.id() + " has no result after a drain");
            }
        }
    }

    void checkAtRest() {
        for (Store store : stores.values()) {
            if (!store.finished) {
                throw new LawBroken("I1", "store " + store.job.id() + " never got a result");
            }
            if (!store.free()) {
                throw new LawBroken("I15", "the slots of store " + store.job.id() + " are held for ever");
            }
        }
    }
}
