package io.kvdrill.core.session;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Blocks for which supply met demand, collected into one write. */
final class Pairs {
    private final List<BlockKey> keys = new ArrayList<>();
    private final List<Long> local = new ArrayList<>();
    private final List<Long> remote = new ArrayList<>();
    private final Set<StoreJob> jobs = new LinkedHashSet<>();

    void add(BlockKey key, Supply supply, long remoteSlot) {
        keys.add(key);
        local.add(supply.slot());
        remote.add(remoteSlot);
        jobs.add(supply.job());
    }

    boolean isEmpty() {
        return keys.isEmpty();
    }

    int size() {
        return keys.size();
    }

    List<BlockKey> keys() {
        return keys;
    }

    SlotList local() {
        return SlotList.of(local);
    }

    SlotList remote() {
        return SlotList.of(remote);
    }

    List<StoreJob> jobs() {
        return List.copyOf(jobs);
    }

    List<Long> jobIds() {
        return jobs.stream().map(job -> job.id).toList();
    }
}
