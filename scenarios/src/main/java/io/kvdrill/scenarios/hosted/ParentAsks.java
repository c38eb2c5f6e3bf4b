package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a tier asks of its engine on behalf of peers, while it serves them. */
final class ParentAsks {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Map<Long, RequestContext> contexts = new LinkedHashMap<>();
    private final Witness witness;
    private @Nullable ParentTier parent;

    ParentAsks(Witness witness) {
        this.witness = witness;
    }

    /** Opens and, with null, closes the window in which the parent may be asked. */
    void window(@Nullable ParentTier open) {
        parent = open;
    }

    /** The answer, or null if this is not about the parent. */
    @Nullable JsonNode answer(String ask, ObjectNode arguments) {
        if (!ask.startsWith("parent_")) {
            return null;
        }
        ParentTier open = parent;
        if (open == null) {
            throw new Json.BadValue("the parent is there during \"serve\" only");
        }
        long number = Json.integer(arguments, "context");
        if (ask.equals("parent_new_request")) {
            if (contexts.containsKey(number)) {
                throw new Json.BadValue("context " + number + " is open already; expected another number");
            }
            RequestContext context = new RequestContext(Json.text(arguments, "name"), null);
            contexts.put(number, context);
            open.newRequest(context);
            return JSON.nullNode();
        }
        RequestContext context = contexts.get(number);
        if (context == null) {
            throw new Json.BadValue("there is no context " + number + "; expected a parent_new_request before");
        }
        return switch (ask) {
            case "parent_lookup" -> {
                BlockKey key = Json.key(arguments.path("key"), "key");
                LookupOutcome outcome = open.lookup(key, context);
                witness.parentAsked(context, key, outcome);
                yield JSON.stringNode(outcome.name());
            }
            case "parent_create_store_job" -> job(open.createStoreJob(Json.keys(arguments, "keys"), context), context);
            case "parent_request_finished" -> {
                contexts.remove(number);
                open.requestFinished(context);
                yield JSON.nullNode();
            }
            default -> null;
        };
    }

    private JsonNode job(TransferJob job, RequestContext context) {
        witness.pinned(job, context);
        ObjectNode json = JSON.objectNode().put("job", job.id());
        json.set("keys", Json.keys(job.keys()));
        json.set("slots", Json.slots(job.slots()));
        return json;
    }
}
