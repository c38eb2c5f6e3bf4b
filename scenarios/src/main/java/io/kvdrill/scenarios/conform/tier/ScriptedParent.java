package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Effect.ParentCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The tiering manager of FORMAT.md section 5.3, for one {@code serve} step. */
final class ScriptedParent implements ParentTier {
    private final Script script;
    private final ContextLabels labels;
    private final JsonNode primary;
    private final JsonNode jobs;
    private boolean open = true;

    /**
     * For one step.
     *
     * @param primary what the cache holds
     * @param jobs which store job gets which number
     */
    ScriptedParent(Script script, ContextLabels labels, JsonNode primary, JsonNode jobs) {
        this.script = script;
        this.labels = labels;
        this.primary = primary;
        this.jobs = jobs;
    }

    /** The window is over. */
    void close() {
        open = false;
    }

    @Override
    public void newRequest(RequestContext context) {
        effect(ParentCall.NEW_REQUEST, labels.open(context), null, List.of(), null);
    }

    @Override
    public LookupOutcome lookup(BlockKey key, RequestContext context) {
        effect(ParentCall.LOOKUP, labels.of(context), key.hex(), List.of(), null);
        String state = primary.path(key.hex()).path("state").asString("MISS");
        return LookupOutcome.valueOf(state);
    }

    @Override
    public TransferJob createStoreJob(List<BlockKey> keys, RequestContext context) {
        String label = labels.of(context);
        List<String> sorted = new ArrayList<>();
        long[] slots = new long[keys.size()];
        for (int i = 0; i < keys.size(); i++) {
            String key = keys.get(i).hex();
            sorted.add(key);
            JsonNode slot = primary.path(key).path("slot");
            if (slot.isMissingNode()) {
                throw new ScriptFailure("the tier pins " + key + " for " + label
                        + ", which the primary cache does not hold in this window");
            }
            slots[i] = slot.longValue();
        }
        Collections.sort(sorted);
        Long job = jobFor(label, new TreeSet<>(sorted));
        effect(ParentCall.CREATE_STORE_JOB, label, null, sorted, job);
        if (job == null) {
            throw new ScriptFailure(
                    "the tier pins " + sorted + " for " + label + ", where the vector expects no such store job");
        }
        return new TransferJob(job, keys, SlotList.of(slots));
    }

    private @Nullable Long jobFor(String label, SortedSet<String> keys) {
        for (JsonNode job : jobs) {
            SortedSet<String> wanted = new TreeSet<>();
            job.path("keys").forEach(key -> wanted.add(key.asString()));
            if (job.path("ctx").asString().equals(label) && wanted.equals(keys)) {
                return job.path("job").longValue();
            }
        }
        return null;
    }

    @Override
    public void requestFinished(RequestContext context) {
        effect(ParentCall.REQUEST_FINISHED, labels.of(context), null, List.of(), null);
    }

    private void effect(ParentCall call, String label, @Nullable String key, List<String> keys, @Nullable Long job) {
        if (!open) {
            script.broken("the parent is called only while serving; but it was asked " + call.publicName() + " for "
                    + label + " after the window");
        }
        script.effect(new Effect.Parent(call, label, key, keys, job));
    }
}
