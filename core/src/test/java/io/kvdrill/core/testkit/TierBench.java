package io.kvdrill.core.testkit;

import io.kvdrill.core.manager.TierConfig;
import io.kvdrill.core.manager.TierManager;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier.StepOutcome;
import io.kvdrill.core.tier.StorePolicy;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.core.transport.DataCapabilities;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * One tier between an engine and peers that a test plays. Under a profile that is based on {@code hardened}, every call
 * is watched by the laws, and throws {@link LawBroken} where one breaks.
 *
 * <p>Time starts at 1,000 s and stands still unless the test moves it. Keys, jobs and slots are made by {@link Jobs},
 * messages of peers by {@link Peers}.
 */
public final class TierBench {
    /** The tier's own id. */
    public static final String LOCAL = "h0:1";

    /** What the data transport can do unless told otherwise: it fences both ways. */
    public static final DataCapabilities FENCING = new DataCapabilities(false, true, true, false, 0);

    private static final long SECOND = 1_000_000_000L;

    /** The control transport. */
    public final ScriptedControl control = new ScriptedControl();

    /** The data transport. */
    public final ScriptedData data;

    /** The engine's cache. */
    public final RecordingParent parent;

    /** The tier. */
    public final TierManager tier;

    /** Jobs and slots of this engine. */
    public final Jobs jobs = new Jobs();

    private final Profile profile;
    private final @Nullable Laws laws;
    private final List<TraceEvent> trace = new ArrayList<>();
    private long nowNanos = 1_000 * SECOND;

    /** A tier under a preset. */
    public TierBench(Preset preset) {
        this(Profile.of(preset), FENCING);
    }

    /** A tier under a profile. */
    public TierBench(Profile profile) {
        this(profile, FENCING);
    }

    /** A tier over a data transport of these capabilities. */
    public TierBench(Profile profile, DataCapabilities capabilities) {
        this(profile, capabilities, true);
    }

    /** A tier that nobody watches: no law is checked, and no trace is kept. */
    public static TierBench unwatched(Profile profile) {
        return new TierBench(profile, FENCING, false);
    }

    private TierBench(Profile profile, DataCapabilities capabilities, boolean watched) {
        this.profile = profile;
        this.data = new ScriptedData(capabilities);
        this.laws =
                watched && profile.base() == Preset.HARDENED ? new Laws(capabilities.fencesInbound(), profile) : null;
        this.parent = new RecordingParent(this::pin);
        if (laws != null) {
            control.watch(laws);
            data.watch(laws);
        }
        SplittableRandom random = new SplittableRandom(7);
        this.tier = new TierManager(
                new TierConfig(LOCAL, Peers.FINGERPRINT, () -> Peers.HASH_SEED),
                new Rules(profile),
                control,
                data,
                random::nextLong,
                watched ? this::onEvent : event -> {});
    }

    private void onEvent(TraceEvent event) {
        trace.add(event);
        if (laws != null) {
            laws.onEvent(event);
        }
    }

    private TransferJob pin(List<BlockKey> keys) {
        TransferJob job = jobs.of(keys);
        if (laws != null) {
            laws.onSubmitted(job, Direction.STORE, Laws.hardened(Rows.STORE_TIMEOUT));
        }
        return job;
    }

    // ---- time ----------------------------------------------------------------------------------------------------

    /** Now. */
    public long now() {
        return nowNanos;
    }

    /** Moves the clock, and calls nothing. */
    public TierBench advanceTo(long nanos) {
        nowNanos = Math.max(nowNanos, nanos);
        if (laws != null) {
            laws.at(nowNanos);
        }
        return this;
    }

    /** Moves the clock by milliseconds, and calls nothing. */
    public TierBench advance(long millis) {
        return advanceTo(nowNanos + millis * 1_000_000);
    }

    // ---- peers ---------------------------------------------------------------------------------------------------

    /** A peer sends messages; the next sweep brings them. */
    public TierBench receive(String peer, Payload... messages) {
        for (Payload message : messages) {
            control.arrive(peer, message);
        }
        return this;
    }

    /** A peer of vLLM connects and acknowledges, so that it is ready after two sweeps. */
    public TierBench up(String peer) {
        receive(peer, Peers.connect(peer, null), Peers.ack(peer, null));
        step();
        step();
        control.takeSent();
        return this;
    }

    /** A peer that speaks our extensions connects and acknowledges. */
    public TierBench up(String peer, long epoch) {
        receive(peer, Peers.connect(peer, epoch), Peers.ack(peer, epoch));
        step();
        step();
        control.takeSent();
        return this;
    }

    /** What was sent to a peer since the last call for any peer; the rest is dropped. */
    public List<Message> sentTo(String peer) {
        return control.takeSent().stream()
                .filter(sent -> sent.peer().equals(peer))
                .map(ScriptedControl.Sent::message)
                .toList();
    }

    // ---- the engine ----------------------------------------------------------------------------------------------

    /** A request enters. */
    public StorePolicy open(RequestContext request) {
        laws();
        return tier.onNewRequest(nowNanos, request);
    }

    /** A request enters; answers itself. */
    public RequestContext opened(RequestContext request) {
        open(request);
        return request;
    }

    /** A request leaves. */
    public void finish(RequestContext request) {
        laws();
        tier.onRequestFinished(nowNanos, request);
    }

    /** Asks for a block. */
    public LookupOutcome lookup(RequestContext request, String key) {
        laws();
        LookupOutcome outcome = tier.lookup(nowNanos, Jobs.key(key), request);
        if (laws != null) {
            laws.onLookup(sourceOf(request), outcome);
        }
        return outcome;
    }

    private static String sourceOf(RequestContext request) {
        Map<String, ?> params = request.kvTransferParams();
        for (String role : List.of("remote_prefiller", "remote_kv_source")) {
            if (params != null && params.get(role) instanceof Map<?, ?> source) {
                return String.valueOf(source.get("kv_request_id"));
            }
        }
        return "";
    }

    /** Submits a store; answers its job. */
    public TransferJob store(RequestContext request, String... keys) {
        TransferJob job = jobs.of(keys);
        laws();
        if (laws != null) {
            laws.onSubmitted(job, Direction.STORE, Laws.hardened(Rows.UNBOUND_STORE_TIMEOUT));
        }
        tier.submitStore(nowNanos, job, request);
        return job;
    }

    /** Submits a load; answers its job. */
    public TransferJob load(RequestContext request, String... keys) {
        TransferJob job = jobs.of(keys);
        laws();
        if (laws != null) {
            boolean pd = request.kvTransferParams() != null
                    && request.kvTransferParams().containsKey("remote_prefiller");
            laws.onSubmitted(
                    job, Direction.LOAD, Laws.hardened(pd ? Rows.LOAD_TIMEOUT_PD : Rows.LOAD_TIMEOUT_SYMMETRIC));
        }
        tier.submitLoad(nowNanos, job, request);
        return job;
    }

    /** The end of a step. */
    public void scheduleEnd() {
        laws();
        tier.onScheduleEnd(nowNanos);
    }

    /** A serve window. */
    public void serve() {
        laws();
        tier.serveExternalRequests(nowNanos, parent);
        if (laws != null) {
            laws.checkServed();
        }
    }

    /** One sweep; answers its results. */
    public List<TierResult> poll() {
        laws();
        List<TierResult> results = tier.getFinishedJobs(nowNanos);
        if (laws != null) {
            results.forEach(laws::onResult);
            laws.checkInTime();
        }
        return results;
    }

    /** The tier's part of an engine step: sweep, serve window, end. Answers the results. */
    public List<TierResult> step() {
        List<TierResult> results = poll();
        serve();
        scheduleEnd();
        return results;
    }

    /** One step of a drain. */
    public StepOutcome drainStep() {
        laws();
        return tier.drainStep(nowNanos);
    }

    /** Drains, a millisecond a step; answers how long it took in milliseconds. */
    public long drain() {
        long millis = 0;
        while (drainStep() == StepOutcome.AGAIN) {
            advance(1);
            millis++;
        }
        return millis;
    }

    /** After a drain whose results were handed over: no job is open (45). */
    public void checkDrained() {
        if (laws != null) {
            laws.checkDrained();
        }
    }

    private void laws() {
        if (laws != null) {
            laws.at(nowNanos);
        }
    }

    /** The end of a run in which everything has come to rest: whatever is open now stays open for ever. */
    public void checkAtRest() {
        if (laws != null) {
            laws.checkAtRest();
        }
    }

    // ---- what was seen -------------------------------------------------------------------------------------------

    /** The profile. */
    public Profile profile() {
        return profile;
    }

    /** Everything traced so far. */
    public List<TraceEvent> trace() {
        return List.copyOf(trace);
    }

    /** The events of one type so far. */
    public <E extends TraceEvent> List<E> events(Class<E> type) {
        return trace.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
