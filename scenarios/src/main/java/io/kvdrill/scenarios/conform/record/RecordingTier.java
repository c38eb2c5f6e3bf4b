package io.kvdrill.scenarios.conform.record;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.ParentTier;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.transport.DialRefusedException;
import io.kvdrill.core.transport.SendFailedException;
import io.kvdrill.core.transport.WriteFailedException;
import io.kvdrill.scenarios.conform.tier.ContextLabels;
import io.kvdrill.scenarios.conform.vector.Op;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A tier whose calls are written down, on transports that write down what they are asked. */
final class RecordingTier implements SecondaryTier {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final JsonMapper MAPPER = new JsonMapper();

    private final SecondaryTier inner;
    private final Script script;
    private final Steps steps;
    private final RecordingControl control;
    private final RecordingData data;
    private final ContextLabels labels = new ContextLabels();
    private final Map<String, RequestContext> latest = new LinkedHashMap<>();
    private final IdentityHashMap<RequestContext, String> names = new IdentityHashMap<>();

    RecordingTier(SecondaryTier inner, Script script, Steps steps, RecordingControl control, RecordingData data) {
        this.inner = inner;
        this.script = script;
        this.steps = steps;
        this.control = control;
        this.data = data;
    }

    @Override
    public StorePolicy onNewRequest(long nowNanos, RequestContext context) {
        RequestContext earlier = latest.put(context.requestId(), context);
        if (earlier != null) {
            names.remove(earlier);
        }
        names.put(context, context.requestId());
        ObjectNode arguments = JSON.objectNode().put("req", context.requestId());
        Map<String, ?> params = context.kvTransferParams();
        arguments.set("kv_transfer_params", params == null ? JSON.nullNode() : MAPPER.valueToTree(params));
        return call(
                Op.NEW_REQUEST,
                arguments,
                nowNanos,
                at -> inner.onNewRequest(at, context),
                policy -> JSON.objectNode().put("policy", lower(policy)));
    }

    @Override
    public LookupOutcome lookup(long nowNanos, BlockKey key, RequestContext context) {
        return call(
                Op.LOOKUP,
                about(context).put("key", key.hex()),
                nowNanos,
                at -> inner.lookup(at, key, context),
                outcome -> JSON.stringNode(outcome.name()));
    }

    @Override
    public void submitStore(long nowNanos, TransferJob job, RequestContext context) {
        run(Op.SUBMIT_STORE, job(job, context), nowNanos, at -> inner.submitStore(at, job, context));
    }

    @Override
    public void submitLoad(long nowNanos, TransferJob job, RequestContext context) {
        run(Op.SUBMIT_LOAD, job(job, context), nowNanos, at -> inner.submitLoad(at, job, context));
    }

    @Override
    public void onRequestFinished(long nowNanos, RequestContext context) {
        run(Op.FINISH_REQUEST, about(context), nowNanos, at -> inner.onRequestFinished(at, context));
    }

    @Override
    public void onScheduleEnd(long nowNanos) {
        run(Op.SCHEDULE_END, JSON.objectNode(), nowNanos, inner::onScheduleEnd);
    }

    @Override
    public void serveExternalRequests(long nowNanos, ParentTier parent) {
        RecordingParent recorded = new RecordingParent(parent, script, labels);
        ObjectNode arguments = JSON.objectNode();
        run(Op.SERVE, arguments, nowNanos, at -> {
            try {
                inner.serveExternalRequests(at, recorded);
            } finally {
                arguments.set("primary", recorded.primary());
            }
        });
    }

    @Override
    public List<TierResult> getFinishedJobs(long nowNanos) {
        return call(Op.POLL, JSON.objectNode(), nowNanos, this::sweep, RecordingTier::finished);
    }

    /** A second sweep where the first left a registration running: registering takes no time in vectors. */
    private List<TierResult> sweep(long at) {
        List<TierResult> results = new ArrayList<>(inner.getFinishedJobs(at));
        if (data.registering()) {
            results.addAll(inner.getFinishedJobs(at));
        }
        return results;
    }

    private static JsonNode finished(List<TierResult> results) {
        List<TierResult.JobFinished> jobs = new ArrayList<>();
        for (TierResult result : results) {
            if (result instanceof TierResult.JobFinished job) {
                jobs.add(job);
            }
        }
        jobs.sort((a, b) -> Long.compare(a.job(), b.job()));
        ArrayNode list = JSON.arrayNode();
        jobs.forEach(job -> list.add(JSON.arrayNode().add(job.job()).add(job.success())));
        return list;
    }

    @Override
    public boolean hasPendingWork() {
        return inner.hasPendingWork();
    }

    @Override
    public long nextDeadlineNanos() {
        return Steps.deadline(inner.nextDeadlineNanos());
    }

    @Override
    public StepOutcome drainStep(long nowNanos) {
        return step(Op.DRAIN, nowNanos, inner::drainStep);
    }

    @Override
    public StepOutcome shutdownStep(long nowNanos) {
        return step(Op.SHUTDOWN, nowNanos, inner::shutdownStep);
    }

    private StepOutcome step(Op op, long nowNanos, LongFunction<StepOutcome> call) {
        long at = steps.atStep(op, nowNanos);
        StepOutcome outcome;
        try {
            outcome = call.apply(at);
        } catch (RuntimeException e) {
            lookAtTheRest();
            steps.failed(raised(e));
            throw e;
        }
        lookAtTheRest();
        steps.stepped(outcome);
        steps.nextDeadline(inner.nextDeadlineNanos());
        return outcome;
    }

    @Override
    public long stateDigest(long nowNanos) {
        return inner.stateDigest(nowNanos);
    }

    // ---- calls ---------------------------------------------------------------------------------------------------

    private void run(Op op, ObjectNode arguments, long nowNanos, LongConsumer call) {
        call(
                op,
                arguments,
                nowNanos,
                at -> {
                    call.accept(at);
                    return Boolean.TRUE;
                },
                done -> JSON.nullNode());
    }

    private <T> T call(
            Op op, ObjectNode arguments, long nowNanos, LongFunction<T> call, Function<T, JsonNode> returns) {
        long at = steps.at(nowNanos);
        T result;
        try {
            result = call.apply(at);
        } catch (RuntimeException e) {
            lookAtTheRest();
            steps.called(op, arguments, raised(e));
            throw e;
        }
        lookAtTheRest();
        steps.called(op, arguments, returns.apply(result));
        steps.nextDeadline(inner.nextDeadlineNanos());
        return result;
    }

    private void lookAtTheRest() {
        control.readTheRest();
        data.collectTheRest();
    }

    private JsonNode raised(RuntimeException e) {
        TierFailure.Kind kind;
        if (e instanceof TierFailure failure) {
            kind = failure.kind();
        } else if (e instanceof DialRefusedException) {
            kind = TierFailure.Kind.DIAL_REFUSED;
        } else if (e instanceof SendFailedException) {
            kind = TierFailure.Kind.SEND_FAILED;
        } else if (e instanceof WriteFailedException) {
            kind = TierFailure.Kind.WRITE_THREW;
        } else {
            kind = TierFailure.Kind.INTERNAL;
            script.cannot("an error that is a transport's own: " + e.getMessage());
        }
        return JSON.objectNode().put("raises", lower(kind));
    }

    private ObjectNode about(RequestContext context) {
        String name = names.get(context);
        if (name == null) {
            script.cannot("a call about a request that never entered, or whose name another one has since");
        }
        return JSON.objectNode().put("req", name == null ? context.requestId() : name);
    }

    private ObjectNode job(TransferJob job, RequestContext context) {
        ObjectNode arguments = about(context).put("job", job.id());
        ArrayNode keys = arguments.putArray("keys");
        job.keys().forEach(key -> keys.add(key.hex()));
        ArrayNode slots = arguments.putArray("slots");
        for (int i = 0; i < job.slots().size(); i++) {
            slots.add(job.slots().get(i));
        }
        return arguments;
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
