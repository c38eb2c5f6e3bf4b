package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The engine's cache as a table, writing down what it is asked. Contexts that are open are counted. */
public final class RecordingParent implements ParentTier {
    private final Function<List<BlockKey>, TransferJob> jobs;
    private final Map<BlockKey, LookupOutcome> table = new LinkedHashMap<>();
    private final List<String> calls = new ArrayList<>();
    private final Set<RequestContext> open = new LinkedHashSet<>();

    /** A cache that is empty; {@code jobs} makes a store job of the keys that it pins. */
    public RecordingParent(Function<List<BlockKey>, TransferJob> jobs) {
        this.jobs = jobs;
    }

    /** What a lookup of this key answers from now on; a key that is not set misses. */
    public void set(BlockKey key, LookupOutcome outcome) {
        table.put(key, outcome);
    }

    /** What it was asked since the last call. */
    public List<String> takeCalls() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    /** Contexts that were introduced and not ended. */
    public int openContexts() {
        return open.size();
    }

    @Override
    public void newRequest(RequestContext context) {
        calls.add("new " + context);
        if (!open.add(context)) {
            throw new LawBroken("14", "context " + context + " introduced twice");
        }
    }

    @Override
    public LookupOutcome lookup(BlockKey key, RequestContext context) {
        LookupOutcome outcome = table.getOrDefault(key, LookupOutcome.MISS);
        calls.add("lookup " + key + " " + context + " " + outcome);
        return outcome;
    }

    @Override
    public TransferJob createStoreJob(List<BlockKey> keys, RequestContext context) {
        TransferJob job = jobs.apply(keys);
        calls.add("pin " + keys + " " + context + " job " + job.id());
        return job;
    }

    @Override
    public void requestFinished(RequestContext context) {
        calls.add("finish " + context);
        if (!open.remove(context)) {
            throw new LawBroken("14", "context " + context + " ended twice, or never introduced");
        }
    }

    /** An empty list of slots in a job without keys. */
    static TransferJob job(long id, List<BlockKey> keys, long firstSlot) {
        long[] slots = new long[keys.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = firstSlot + i;
        }
        return new TransferJob(id, keys, SlotList.of(slots));
    }
}
