package io.kvdrill.scenarios.conform.record;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.scenarios.conform.tier.ContextLabels;
import io.kvdrill.scenarios.conform.tier.ScriptFailure;
import io.kvdrill.scenarios.conform.vector.Effect;
import io.kvdrill.scenarios.conform.vector.Effect.ParentCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An engine's cache, for one window, that writes down what it is asked and what it answers. */
final class RecordingParent implements ParentTier {
    private final ParentTier inner;
    private final Script script;
    private final ContextLabels labels;
    private final Map<String, LookupOutcome> answers = new LinkedHashMap<>();
    private final Map<String, Long> slots = new LinkedHashMap<>();

    RecordingParent(ParentTier inner, Script script, ContextLabels labels) {
        this.inner = inner;
        this.script = script;
        this.labels = labels;
    }

    @Override
    public void newRequest(RequestContext context) {
        inner.newRequest(context);
        String label = "";
        try {
            label = labels.open(context);
        } catch (ScriptFailure e) {
            script.cannot(String.valueOf(e.getMessage()));
        }
        script.effect(new Effect.Parent(ParentCall.NEW_REQUEST, label, null, List.of(), null));
    }

    @Override
    public LookupOutcome lookup(BlockKey key, RequestContext context) {
        LookupOutcome outcome = inner.lookup(key, context);
        LookupOutcome before = answers.putIfAbsent(key.hex(), outcome);
        if (before != null && before != outcome) {
            script.cannot("a block that the engine answers in two ways within one window");
        }
        effect(ParentCall.LOOKUP, context, key.hex(), List.of(), null);
        return outcome;
    }

    @Override
    public TransferJob createStoreJob(List<BlockKey> keys, RequestContext context) {
        TransferJob job = inner.createStoreJob(keys, context);
        if (!job.keys().equals(keys)) {
            script.cannot(
                    "a pin of " + keys.size() + " blocks of which " + job.keys().size() + " could be pinned");
        }
        for (int i = 0; i < job.keys().size(); i++) {
            String key = job.keys().get(i).hex();
            Long before = slots.put(key, job.slots().get(i));
            if (before != null && before != job.slots().get(i)) {
                script.cannot("a block in two slots within one window");
            }
        }
        effect(
                ParentCall.CREATE_STORE_JOB,
                context,
                null,
                keys.stream().map(BlockKey::hex).toList(),
                Long.valueOf(job.id()));
        return job;
    }

    @Override
    public void requestFinished(RequestContext context) {
        inner.requestFinished(context);
        effect(ParentCall.REQUEST_FINISHED, context, null, List.of(), null);
    }

    private void effect(
            ParentCall call, RequestContext context, @Nullable String key, List<String> keys, @Nullable Long job) {
        String label = "";
        try {
            label = labels.of(context);
        } catch (ScriptFailure e) {
            script.cannot(String.valueOf(e.getMessage()));
        }
        script.effect(new Effect.Parent(call, label, key, keys, job));
    }

    /** What the cache holds, as far as it was asked. Of blocks that nobody pinned the slot is not known, and is 0. */
    ObjectNode primary() {
        ObjectNode primary = JsonNodeFactory.instance.objectNode();
        answers.forEach((key, outcome) -> {
            if (outcome != LookupOutcome.MISS) {
                ObjectNode entry = primary.putObject(key).put("state", outcome.name());
                if (outcome == LookupOutcome.HIT) {
                    entry.put("slot", slots.getOrDefault(key, 0L));
                }
            }
        });
        slots.forEach((key, slot) -> {
            if (!primary.has(key)) {
                primary.putObject(key).put("state", "HIT").put("slot", slot);
            }
        });
        return primary;
    }
}
