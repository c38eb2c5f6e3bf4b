package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.sim.run.TierSettings;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One life of a tier that lives in another process ({@code docs/tier-protocol.md}). Calls that would do nothing, by what
 * the tier has said of its next deadline and of being idle, are left out.
 *
 * <p>Throws {@link io.kvdrill.scenarios.process.SubjectException}, and is of no use from then on, where the process does
 * not keep to the protocol.
 */
public final class HostedTier implements SecondaryTier {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final Conversation conversation;
    private final ControlAsks control;
    private final DataAsks data;
    private final ParentAsks parent;
    private final Witness witness;
    private final IdentityHashMap<RequestContext, Integer> requests = new IdentityHashMap<>();
    private int lastRequest;

    /**
     * Starts a life.
     *
     * @param process which has no other
     * @param life what it is called in messages ({@code decode, life 2})
     * @param settings what the tier is built from; its transports are used for this life only
     */
    public HostedTier(TierProcess process, String life, TierSettings settings) {
        this.witness = new Witness(settings.trace());
        this.control = new ControlAsks(settings.control(), witness);
        this.data = new DataAsks(settings.data(), witness);
        this.parent = new ParentAsks(witness);
        this.conversation = new Conversation(process, life, this::answer);
        try {
            conversation.call("start", 0, start(settings));
        } catch (TierFailure raised) {
            throw conversation.fault(
                    "it raises " + raised.kind().name().toLowerCase(Locale.ROOT) + ": " + raised.getMessage());
        }
    }

    private static ObjectNode start(TierSettings settings) {
        ObjectNode arguments = JSON.objectNode()
                .put("local", settings.localId())
                .put("hash_seed", settings.hashSeed())
                .put("fingerprint", settings.fingerprint())
                .put("profile", settings.rules().profile().base().publicName())
                .put("seed", settings.random().nextLong() >>> 1);
        MemoryRegion region = settings.data().region();
        arguments
                .put("agent_metadata", region.agentMetadata().hex())
                .set("base_addr", Json.unsigned(region.baseAddress()));
        arguments.set("num_blocks", Json.unsigned(region.blockCount()));
        arguments.set("block_len", Json.unsigned(region.blockBytes()));
        arguments
                .putObject("data")
                .put("cancel_stops_bytes", settings.data().capabilities().cancelStopsBytes())
                .put("fences_outbound", settings.data().capabilities().fencesOutbound())
                .put("fences_inbound", settings.data().capabilities().fencesInbound())
                .put("knows_progress", settings.data().capabilities().knowsProgress())
                .put("bytes_per_second", settings.data().capabilities().declaredBytesPerSecond());
        return arguments;
    }

    private @Nullable JsonNode answer(String ask, ObjectNode arguments) {
        JsonNode answer = control.answer(ask, arguments);
        if (answer == null) {
            answer = data.answer(ask, arguments);
        }
        return answer == null ? parent.answer(ask, arguments) : answer;
    }

    private JsonNode call(String op, long nowNanos, ObjectNode arguments) {
        witness.callBegins(nowNanos);
        return conversation.call(op, nowNanos, arguments);
    }

    private JsonNode call(String op, long nowNanos) {
        return call(op, nowNanos, JSON.objectNode());
    }

    // ---- requests

    @Override
    public StorePolicy onNewRequest(long nowNanos, RequestContext context) {
        requests.put(context, ++lastRequest);
        witness.callBegins(nowNanos);
        witness.requestOpened(context);
        ObjectNode arguments = JSON.objectNode().put("request", lastRequest).put("name", context.requestId());
        arguments.set("kv_transfer_params", Json.params(context.kvTransferParams()));
        JsonNode policy = call("new_request", nowNanos, arguments);
        return constant(StorePolicy.class, policy);
    }

    @Override
    public LookupOutcome lookup(long nowNanos, BlockKey key, RequestContext context) {
        LookupOutcome outcome = constant(
                LookupOutcome.class, call("lookup", nowNanos, about(context).put("key", key.hex())));
        if (outcome == LookupOutcome.HIT_PENDING) {
            throw conversation.fault("it returns HIT_PENDING; expected HIT, MISS or RETRY");
        }
        witness.lookedUp(context, key, outcome);
        return outcome;
    }

    @Override
    public void submitStore(long nowNanos, TransferJob job, RequestContext context) {
        submit("submit_store", nowNanos, job, Direction.STORE, context);
    }

    @Override
    public void submitLoad(long nowNanos, TransferJob job, RequestContext context) {
        submit("submit_load", nowNanos, job, Direction.LOAD, context);
    }

    private void submit(String op, long nowNanos, TransferJob job, Direction direction, RequestContext context) {
        witness.callBegins(nowNanos);
        witness.submitted(job, direction, context);
        ObjectNode arguments = about(context).put("job", job.id());
        arguments.set("keys", Json.keys(job.keys()));
        arguments.set("slots", Json.slots(job.slots()));
        call(op, nowNanos, arguments);
    }

    @Override
    public void onRequestFinished(long nowNanos, RequestContext context) {
        ObjectNode arguments = about(context);
        witness.callBegins(nowNanos);
        witness.requestClosed(context);
        call("finish_request", nowNanos, arguments);
    }

    /** A request that the tier never met is 0: it is the engine's to forbid that. */
    private ObjectNode about(RequestContext context) {
        return JSON.objectNode().put("request", requests.getOrDefault(context, 0));
    }

    // ---- steps

    @Override
    public void onScheduleEnd(long nowNanos) {
        if (!conversation.idle()) {
            call("schedule_end", nowNanos);
        }
    }

    @Override
    public void serveExternalRequests(long nowNanos, ParentTier engine) {
        if (conversation.idle()) {
            return;
        }
        parent.window(engine);
        try {
            call("serve", nowNanos);
        } finally {
            parent.window(null);
        }
    }

    @Override
    public List<TierResult> getFinishedJobs(long nowNanos) {
        ObjectNode news = news(nowNanos);
        if (news.isEmpty() && nowNanos < conversation.deadlineNanos()) {
            return List.of();
        }
        return results(call("sweep", nowNanos, news));
    }

    /** What the first poll of each transport in a call reports. */
    private ObjectNode news(long nowNanos) {
        witness.callBegins(nowNanos);
        ObjectNode news = JSON.objectNode();
        ObjectNode controlNews = control.poll();
        if (!controlNews.isEmpty()) {
            news.set("control", controlNews);
        }
        ObjectNode dataNews = data.poll();
        if (!dataNews.isEmpty()) {
            news.set("data", dataNews);
        }
        return news;
    }

    private List<TierResult> results(JsonNode list) {
        if (!list.isArray()) {
            throw conversation.fault("it returns " + list + "; expected a list of results");
        }
        List<TierResult> results = new ArrayList<>();
        for (JsonNode each : list) {
            try {
                if (!(each instanceof ObjectNode result)) {
                    throw new Json.BadValue("a result is " + each + "; expected an object");
                }
                results.add(result(result));
            } catch (Json.BadValue e) {
                throw conversation.fault(String.valueOf(e.getMessage()));
            }
        }
        return results;
    }

    private TierResult result(ObjectNode json) {
        boolean release = json.has("released");
        long job = Json.integer(json, release ? "released" : "job");
        Direction direction = witness.directionOf(job);
        if (direction == null) {
            throw new Json.BadValue("it reports a result for job " + job + ", which it was never given");
        }
        TierResult result;
        if (release) {
            result = new TierResult.SlotsReleased(job, direction, proof(Json.text(json, "proof")));
        } else {
            boolean held = json.has("slots_held") && Json.bool(json, "slots_held");
            result = new TierResult.JobFinished(job, direction, Json.bool(json, "success"), held);
        }
        witness.reported(result, json.path("reason").asString(""));
        return result;
    }

    private static TierResult.ReleaseProof proof(String name) {
        for (TierResult.ReleaseProof proof : TierResult.ReleaseProof.values()) {
            if (proof.name().toLowerCase(Locale.ROOT).equals(name)) {
                return proof;
            }
        }
        throw new Json.BadValue("\"proof\" is \"" + name + "\"; expected never_sent, peer_confirmed, peer_trusted, "
                + "transfers_terminal, fenced or timeout");
    }

    private <E extends Enum<E>> E constant(Class<E> type, JsonNode value) {
        for (E constant : type.getEnumConstants()) {
            if (value.isString() && value.stringValue().equalsIgnoreCase(constant.name())) {
                return constant;
            }
        }
        throw conversation.fault("it returns " + value + "; expected one of "
                + List.of(type.getEnumConstants()).toString().toLowerCase(Locale.ROOT));
    }

    @Override
    public boolean hasPendingWork() {
        return true;
    }

    @Override
    public long nextDeadlineNanos() {
        return conversation.deadlineNanos();
    }

    @Override
    public StepOutcome drainStep(long nowNanos) {
        return constant(StepOutcome.class, call("drain", nowNanos, news(nowNanos)));
    }

    @Override
    public StepOutcome shutdownStep(long nowNanos) {
        return constant(StepOutcome.class, call("shutdown", nowNanos));
    }

    /** Of all that was said so far: only a tier that was told the same is taken to be in the same state. */
    @Override
    public long stateDigest(long nowNanos) {
        return new Digest().add(conversation.digest()).value();
    }
}
