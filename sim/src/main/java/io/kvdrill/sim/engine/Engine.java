package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineEvent.Purpose;
import io.kvdrill.sim.engine.EngineRequest.Phase;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One engine process: scheduler, primary cache, tiering manager and tiers. It moves only in {@link #step}: what happens
 * between two steps waits for the second, and a long prefill delays every answer (protocol.md section 8).
 *
 * <p>The order within a step: what the last step computed; stores that have reached the primary cache; aborts; new
 * requests; lookups of waiting requests, first come first served; what to compute, with its {@code prepare_store}; the
 * end of the schedule, which sweeps and serves the tiers and lets promotions start.
 */
public final class Engine {

    private final EngineConfig config;
    private final EngineHost host;
    private final PrimaryTier primary;
    private final TieringManager manager;
    private final LegBook legs;
    private final Standstill standstill;

    private final List<LegSpec> arrivals = new ArrayList<>();
    private final List<String> aborts = new ArrayList<>();
    private final Map<RequestContext, EngineRequest> requests = new LinkedHashMap<>();
    private final Gpu gpu;

    /** An engine over these tiers, with an empty cache. */
    public Engine(EngineConfig config, List<SecondaryTier> tiers, EngineHost host) {
        this.config = config;
        this.host = host;
        this.primary = new PrimaryTier(config.slots());
        this.manager = new TieringManager(tiers, primary, host.trace(), this::onLoadEnded);
        this.legs = new LegBook(host);
        this.gpu = new Gpu(config, host, primary, manager, legs);
        this.standstill = new Standstill(manager, host);
    }

    /**
     * Puts blocks into the cache, as earlier requests would have.
     *
     * @throws IllegalArgumentException if there is no room
     */
    public void warm(List<BlockKey> keys) {
        List<BlockKey> absent = new ArrayList<>();
        for (BlockKey key : keys) {
            if (primary.lookup(key) == LookupOutcome.MISS) {
                absent.add(key);
            }
        }
        List<Long> slots = manager.slots().reserve("", Purpose.WARM, absent, keys);
        if (slots == null) {
            throw new IllegalArgumentException("no room for " + absent.size() + " blocks to start with");
        }
        for (int i = 0; i < absent.size(); i++) {
            host.memory().write(slots.get(i), absent.get(i));
            primary.ready(absent.get(i));
        }
        if (!absent.isEmpty()) {
            host.trace().emit(new EngineEvent.SlotsReady(absent, SlotList.of(slots)));
        }
    }

    /** A leg arrives; the next step admits it. */
    public void submit(LegSpec leg) {
        arrivals.add(leg);
        host.wake();
    }

    /** A client gives up; the next step ends the leg. Does nothing if it has left. */
    public void abort(String engineRequest) {
        aborts.add(engineRequest);
        host.wake();
    }

    /** Lets the engine stand still until its tiers are drained, and forget its cache. */
    public void resetCache() {
        standstill.drain();
        host.wake();
    }

    /** Lets the engine shut its tiers down and end, in bounded time. */
    public void shutDown() {
        standstill.shutDown();
        host.wake();
    }

    /** Whether the next step will do anything but sweep its tiers. */
    public boolean hasWork() {
        return standstill.due() || !arrivals.isEmpty() || !aborts.isEmpty() || gpu.hasCopied() || computing();
    }

    /** Whether requests are in the engine, or blocks on their way to or from the GPU. */
    public boolean busyWithRequests() {
        return !arrivals.isEmpty() || !requests.isEmpty() || gpu.copying();
    }

    /** When the next step must come even if nothing happens, on the clock of {@link #step}. */
    public long nextDeadlineNanos() {
        return manager.nextDeadlineNanos();
    }

    /**
     * One step.
     *
     * @param nowNanos the engine's own clock
     * @return how long the GPU computes what was scheduled, or a drain sleeps; 0 if nothing was
     * @throws EngineAssertion if the process dies of it
     */
    public long step(long nowNanos) {
        manager.onStepBegin(nowNanos);
        if (standstill.due()) {
            long sleep = standstill.step(nowNanos);
            if (sleep > 0 || standstill.ended()) {
                return sleep;
            }
        }
        gpu.onStepBegin();
        takeOutputs(nowNanos);
        gpu.takeStores().forEach(manager::completeStore);
        takeAborts(nowNanos);
        admit(nowNanos);
        lookUp(nowNanos);
        Gpu.Batch batch = gpu.schedule(requests.values());
        manager.onScheduleEnd();
        return gpu.start(batch);
    }

    /**
     * What a control thread of its own does while a step computes: sweeps the tiers and serves their peers. Requests move,
     * and blocks that were computed are offered, in steps only.
     *
     * @param nowNanos the engine's own clock
     * @throws EngineAssertion if the process dies of it
     */
    public void controlStep(long nowNanos) {
        if (!standstill.due()) {
            manager.onStepBegin(nowNanos);
            manager.onScheduleEnd();
        }
    }

    private void takeOutputs(long nowNanos) {
        for (EngineRequest request : List.copyOf(requests.values())) {
            if (request.phase == Phase.PREFILL && request.tokensInStep > 0) {
                request.tokensComputed += request.tokensInStep;
                request.tokensInStep = 0;
                if (request.tokensComputed >= request.tokensToCompute) {
                    request.phase = Phase.DECODE;
                    request.tokensGenerated = 1;
                    legs.prefillDone(request);
                }
            } else if (request.phase == Phase.DECODE) {
                request.tokensGenerated++;
            }
            if (request.phase == Phase.DECODE && request.tokensGenerated >= request.spec.outputTokens()) {
                leave(request, LegEnd.DONE, nowNanos);
            }
        }
    }

    private void takeAborts(long nowNanos) {
        List<String> gone = List.copyOf(aborts);
        aborts.clear();
        for (String engineRequest : gone) {
            arrivals.removeIf(leg -> {
                boolean aborted = leg.engineRequest().equals(engineRequest);
                if (aborted) {
                    legs.neverEntered(leg, LegEnd.ABORTED);
                }
                return aborted;
            });
            for (EngineRequest request : List.copyOf(requests.values())) {
                if (request.spec.engineRequest().equals(engineRequest)) {
                    request.abortRequested = true;
                    if (request.phase != Phase.COPYING) {
                        leave(request, LegEnd.ABORTED, nowNanos);
                    }
                }
            }
        }
    }

    private void admit(long nowNanos) {
        List<LegSpec> entering = List.copyOf(arrivals);
        arrivals.clear();
        for (LegSpec leg : entering) {
            EngineRequest request = new EngineRequest(leg, nowNanos);
            requests.put(leg.context(), request);
            legs.entered(leg);
            primary.touch(leg.keys());
            manager.newRequest(leg.context());
        }
    }

    private void lookUp(long nowNanos) {
        for (EngineRequest request : List.copyOf(requests.values())) {
            if (request.phase == Phase.WAITING) {
                lookUp(request, nowNanos);
            } else if (request.phase == Phase.COPYING && request.copied) {
                gpu.endLoad(request);
                if (request.abortRequested) {
                    leave(request, LegEnd.ABORTED, nowNanos);
                }
            }
        }
    }

    private void lookUp(EngineRequest request, long nowNanos) {
        manager.sweepOnce();
        if (request.deferredAtVersion == primary.version()) {
            return; // the answers would be the same
        }
        long asked = manager.tierLookups();
        int hits = 0;
        LookupOutcome why = null;
        for (BlockKey key : request.spec.keys()) {
            LookupOutcome outcome = manager.lookup(key, request.spec.context(), request.ownKeys);
            if (outcome == LookupOutcome.MISS) {
                break;
            }
            if (outcome == LookupOutcome.HIT) {
                hits++;
            } else if (why == null) {
                why = outcome;
            }
        }
        if (why != null) {
            request.deferredAtVersion = manager.tierLookups() == asked ? primary.version() : -1;
            if (request.deferredFor != why) {
                request.deferredFor = why;
                host.trace().emit(new EngineEvent.RequestDeferred(request.spec.engineRequest(), why, hits));
            }
            return;
        }
        request.deferredFor = null;
        request.schedule(hits, config.tokensPerBlock());
        legs.scheduled(request, nowNanos);
        if (hits == 0) {
            request.phase = Phase.PREFILL;
        } else {
            gpu.load(request);
        }
    }

    private void leave(EngineRequest request, LegEnd end, long nowNanos) {
        request.phase = Phase.LEFT;
        requests.remove(request.spec.context());
        manager.requestFinished(request.spec.context());
        legs.left(request, end, nowNanos);
    }

    private void onLoadEnded(RequestContext context, long job, List<BlockKey> keys, boolean success) {
        EngineRequest request = requests.get(context);
        if (request == null) {
            return;
        }
        if (success) {
            request.loaded.addAll(keys);
        } else {
            request.deferredFor = null;
            host.trace().emit(new EngineEvent.RequestRescheduled(request.spec.engineRequest(), job, keys.size()));
        }
    }

    private boolean computing() {
        for (EngineRequest request : requests.values()) {
            if (request.phase == Phase.PREFILL || request.phase == Phase.DECODE) {
                return true;
            }
        }
        return false;
    }

    // ---- views
    // -------------------------------------------------------------------------------------------------------

    /** Every primary slot as it is now. */
    public List<SlotView> slots() {
        return primary.view();
    }

    /** Jobs that a tier owes something for. */
    public List<JobView> jobs() {
        return manager.jobs().open();
    }

    /** How many requests tiers have opened on behalf of peers, and not ended. */
    public int parentRequests() {
        return manager.parentContexts().open();
    }

    /** How often a tier has ended a request of a peer that was not open. */
    public int strayParentEnds() {
        return manager.parentContexts().strayEnds();
    }

    /** Legs that are in the engine, by their engine's names. */
    public List<String> openRequests() {
        List<String> open = new ArrayList<>();
        arrivals.forEach(leg -> open.add(leg.engineRequest()));
        requests.values().forEach(request -> open.add(request.spec.engineRequest()));
        return open;
    }

    /** The legs in the engine, for a host whose process ends. */
    public List<LegSpec> openLegs() {
        List<LegSpec> open = new ArrayList<>(arrivals);
        requests.values().forEach(request -> open.add(request.spec));
        return open;
    }
}
