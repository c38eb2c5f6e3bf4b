package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Fingerprints;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.SecondaryTier.StepOutcome;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.scenarios.conform.vector.MessageJson;
import io.kvdrill.scenarios.conform.vector.Op;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** One vector's tier with its doubles and its clock, and what each op does to them (FORMAT.md sections 5.4 and 6). */
final class Stage {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER = new JsonMapper();
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long SLEEP_MILLIS = 1;

    private final VectorConfig config;
    private final TierFactory factory;
    private final Profile profile;
    private final Script script = new Script();
    private final ContextLabels labels = new ContextLabels();
    private final ScriptedControl control = new ScriptedControl(script);
    private final ScriptedData data;
    private final TierFactory.Hosted hosted;
    private final List<TraceEvent> events = new ArrayList<>();
    private final Map<String, RequestContext> requests = new HashMap<>();
    private long nowMillis = 1_000_000; // only differences matter

    Stage(TierFactory factory, VectorConfig config, Profile profile) {
        this.config = config;
        this.factory = factory;
        this.profile = config.applyTo(profile);
        this.data = new ScriptedData(script, config);
        this.hosted = factory.create(config, this.profile, control, data, events::add);
    }

    Script script() {
        return script;
    }

    JsonNode play(Op op, ObjectNode arguments) {
        return switch (op) {
            case INBOUND,
                    DISCONNECT,
                    COMPLETE,
                    STICK,
                    FAIL_SENDS,
                    REFUSE_WRITES,
                    THROW_ON_WRITE,
                    REFUSE_CONNECT,
                    FAIL_REGISTRATION,
                    ADVANCE -> script(op, arguments);
            case NEW_REQUEST -> newRequest(arguments);
            case LOOKUP -> lookup(arguments);
            case SUBMIT_STORE -> call(() -> tier().submitStore(now(), job(arguments), request(arguments)));
            case SUBMIT_LOAD -> call(() -> tier().submitLoad(now(), job(arguments), request(arguments)));
            case FINISH_REQUEST -> call(() -> tier().onRequestFinished(now(), request(arguments)));
            case SCHEDULE_END -> call(() -> tier().onScheduleEnd(now()));
            case SERVE -> serve(arguments);
            case POLL -> poll();
            case PEER_UP -> peerUp(text(arguments, "peer"));
            case HAS_PENDING_WORK -> JSON.booleanNode(tier().hasPendingWork());
            case DRAIN -> repeat(tier()::drainStep, arguments);
            case SHUTDOWN -> repeat(tier()::shutdownStep, arguments);
            case INSPECT -> Objects.requireNonNullElse(hosted.inspect(), JSON.nullNode());
            case CONSTRUCT ->
                factory.construct(
                        arguments.path("options"),
                        arguments.path("env"),
                        arguments.path("dp_index").asInt(0),
                        profile);
            case FRAME -> new FrameOnStage(this, control).play(arguments);
            case FINGERPRINT -> fingerprint(arguments.required("run_config"));
            case BLOCK_KEY -> blockKey(arguments);
        };
    }

    private SecondaryTier tier() {
        return hosted.tier();
    }

    long millisToDeadline() {
        long deadline = tier().nextDeadlineNanos();
        return deadline == SecondaryTier.NO_DEADLINE
                ? Long.MAX_VALUE
                : -Math.floorDiv(now() - deadline, NANOS_PER_MILLI);
    }

    /** What the tier has traced since the last call. */
    List<TraceEvent> takeEvents() {
        List<TraceEvent> taken = List.copyOf(events);
        events.clear();
        return taken;
    }

    private long now() {
        return nowMillis * NANOS_PER_MILLI;
    }

    private static JsonNode call(Runnable call) {
        call.run();
        return JSON.nullNode();
    }

    private JsonNode script(Op op, ObjectNode arguments) {
        boolean on = arguments.path("on").asBoolean(true);
        if (op == Op.ADVANCE) {
            nowMillis += arguments.required("ms").longValue();
        } else if (op == Op.COMPLETE) {
            if (arguments.required("transfer").isNumber()) {
                data.complete(
                        arguments.required("transfer").longValue(),
                        text(arguments, "status").equals("done"),
                        arguments.path("force").asBoolean(false));
            }
        } else if (op == Op.STICK) {
            arguments.required("transfers").forEach(transfer -> {
                if (transfer.isNumber()) {
                    data.stick(transfer.longValue(), on);
                }
            });
        } else {
            peer(op, text(arguments, "peer"), arguments, on);
        }
        return JSON.nullNode();
    }

    private void peer(Op op, String peer, ObjectNode arguments, boolean on) {
        switch (op) {
            case INBOUND -> control.receive(peer, MessageJson.received(arguments.required("msg"), peer, config));
            case DISCONNECT -> control.lose(peer);
            case FAIL_SENDS -> set(script.failSends, peer, on);
            case REFUSE_WRITES -> set(script.refuseWrites, peer, on);
            case THROW_ON_WRITE -> set(script.throwOnWrite, peer, on);
            case REFUSE_CONNECT -> set(script.refuseConnect, peer, on);
            case FAIL_REGISTRATION -> {
                if (on) {
                    script.failRegistration.put(peer, text(arguments, "kind"));
                } else {
                    script.failRegistration.remove(peer);
                }
            }
            default -> throw new IllegalArgumentException(op.publicName() + " is not about a peer");
        }
    }

    private static void set(Set<String> peers, String peer, boolean on) {
        if (on) {
            peers.add(peer);
        } else {
            peers.remove(peer);
        }
    }

    @SuppressWarnings("unchecked") // a JSON object is a map with text keys
    private JsonNode newRequest(ObjectNode arguments) {
        JsonNode params = arguments.required("kv_transfer_params");
        Map<String, ?> map = params.isNull() ? null : MAPPER.convertValue(params, Map.class);
        String name = text(arguments, "req");
        RequestContext context = new RequestContext(name, map);
        requests.put(name, context);
        StorePolicy policy = tier().onNewRequest(now(), context);
        return JSON.objectNode().put("policy", policy.name().toLowerCase(Locale.ROOT));
    }

    private JsonNode lookup(ObjectNode arguments) {
        LookupOutcome outcome = tier().lookup(now(), BlockKey.ofHex(text(arguments, "key")), request(arguments));
        return JSON.stringNode(outcome.name());
    }

    private JsonNode serve(ObjectNode arguments) {
        ScriptedParent parent =
                new ScriptedParent(script, labels, arguments.required("primary"), arguments.path("jobs"));
        try {
            tier().serveExternalRequests(now(), parent);
        } finally {
            parent.close();
        }
        return JSON.nullNode();
    }

    /**
     * One sweep, and a second one where the first left a registration running: registering takes no time here, so that a
     * tier which registers in the background answers in the step in which one that does so inline would.
     */
    JsonNode poll() {
        List<TierResult> results = new ArrayList<>(tier().getFinishedJobs(now()));
        if (data.registering()) {
            results.addAll(tier().getFinishedJobs(now()));
        }
        List<TierResult.JobFinished> finished = new ArrayList<>();
        for (TierResult result : results) {
            if (result instanceof TierResult.JobFinished job) {
                finished.add(job);
            }
        }
        finished.sort((a, b) -> Long.compare(a.job(), b.job()));
        ArrayNode list = JSON.arrayNode();
        for (TierResult.JobFinished job : finished) {
            list.add(JSON.arrayNode().add(job.job()).add(job.success()));
        }
        return list;
    }

    JsonNode peerUp(String peer) {
        control.receive(peer, MessageCodec.toWire(MessageJson.standardConnect(peer, config)));
        control.receive(peer, MessageJson.received(ackFrom(peer), peer, config));
        return poll();
    }

    private static JsonNode ackFrom(String peer) {
        return JSON.objectNode().put("type", "connect_ack").put("peer_id", peer);
    }

    private JsonNode repeat(LongFunction<StepOutcome> step, ObjectNode arguments) {
        long start = nowMillis;
        long limit = arguments.required("limit_ms").longValue();
        List<JsonNode> events = new ArrayList<>();
        arguments.path("during").forEach(events::add);
        try {
            while (step.apply(now()) == StepOutcome.AGAIN) {
                nowMillis += SLEEP_MILLIS;
                long elapsed = nowMillis - start;
                events.removeIf(event -> {
                    boolean due = event.required("at_ms").longValue() <= elapsed;
                    if (due) {
                        event((ObjectNode) event.required("do"));
                    }
                    return due;
                });
                if (elapsed >= limit) {
                    return JSON.objectNode().put("blocked", true);
                }
            }
            return JSON.objectNode().put("returned", true);
        } finally {
            nowMillis = start + limit;
        }
    }

    private void event(ObjectNode todo) {
        script(Op.valueOf(todo.required("op").asString().toUpperCase(Locale.ROOT)), todo);
    }

    @SuppressWarnings("unchecked") // a JSON object is a map with text keys
    private static JsonNode fingerprint(JsonNode runConfig) {
        @Nullable Map<String, ?> map = runConfig.isNull() ? null : MAPPER.convertValue(runConfig, Map.class);
        return JSON.stringNode(Fingerprints.of(map));
    }

    private static JsonNode blockKey(ObjectNode arguments) {
        byte[] hash = HexFormat.of().parseHex(text(arguments, "hash"));
        return JSON.stringNode(
                BlockKey.of(hash, (int) arguments.required("group").longValue()).hex());
    }

    private static TransferJob job(ObjectNode arguments) {
        List<BlockKey> keys = new ArrayList<>();
        arguments.required("keys").forEach(key -> keys.add(BlockKey.ofHex(key.asString())));
        long[] slots = new long[keys.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = arguments.required("slots").required(i).longValue();
        }
        return new TransferJob(arguments.required("job").longValue(), keys, SlotList.of(slots));
    }

    private RequestContext request(ObjectNode arguments) {
        String name = text(arguments, "req");
        RequestContext context = requests.get(name);
        if (context == null) {
            throw new ScriptFailure("the request " + name + " has not entered; expected a new_request before");
        }
        return context;
    }

    private static String text(ObjectNode arguments, String field) {
        return arguments.required(field).stringValue();
    }
}
