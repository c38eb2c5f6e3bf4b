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

    private static final class Scheduled {
        long prefillTokens;
        int decoding;
        final List<TieringManager.PrimaryStore> stores = new ArrayList<>();
    }

    private final EngineConfig config;
    private final EngineHost host;
    private final PrimaryTier primary;
    private final TieringManager manager;
    private final LegBook legs;
    private final Standstill standstill;

    private final List<LegSpec> arrivals = new ArrayList<>();
    private final List<String> aborts = new ArrayList<>();
    private final Map<RequestContext, EngineRequest> requests = new LinkedHashMap<>();
    private final List<TieringManager.PrimaryStore> copiedStores = new ArrayList<>();
    private int copiesSeen;
    private int copiesDone;
    private int copiesRunning;

    /** An engine over these tiers, with an empty cache. */
    public Engine(EngineConfig config, List<SecondaryTier> tiers, EngineHost host) {
        this.config = config;
        this.host = host;
        this.primary = new PrimaryTier(config.slots());
        this.manager = new TieringManager(tiers, primary, host.trace(), this::onLoadEnded);
        this.legs = new LegBook(host);
        this.standstill = new Standstill(manager, primary, host);
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
        List<Long> slots = manager.reserve("", Purpose.WARM, absent, keys);
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
        return standstill.due() || !arrivals.isEmpty() || !aborts.isEmpty() || copiesDone > copiesSeen || computing();
    }

    /** Whether requests are in the engine, or blocks on their way to or from the GPU. */
    public boolean busyWithRequests() {
        return !arrivals.isEmpty() || !requests.isEmpty() || copiesRunning > 0;
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
        copiesSeen = copiesDone;
        takeOutputs(nowNanos);
        completeStores();
        takeAborts(nowNanos);
        admit(nowNanos);
        lookUp(nowNanos);
        Scheduled scheduled = schedule();
        manager.onScheduleEnd();
        return start(scheduled);
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

    private void completeStores() {
        List<TieringManager.PrimaryStore> copied = List.copyOf(copiedStores);
        copiedStores.clear();
        copied.forEach(manager::completeStore);
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
                request.cachedKeys().forEach(primary::unpin);
                host.trace().emit(new EngineEvent.SlotsUnpinned(0, slotsOf(request.cachedKeys())));
                request.phase = Phase.PREFILL;
                if (request.abortRequested) {
                    leave(request, LegEnd.ABORTED, nowNanos);
                }
            }
        }
    }

    private void lookUp(EngineRequest request, long nowNanos) {
        int hits = 0;
        LookupOutcome why = null;
        for (BlockKey key : request.spec.keys()) {
            LookupOutcome outcome = manager.lookup(key, request.spec.context());
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
            copyToGpu(request);
        }
    }

    private void copyToGpu(EngineRequest request) {
        request.phase = Phase.COPYING;
        List<BlockKey> keys = request.cachedKeys();
        primary.touch(keys);
        keys.forEach(primary::pin);
        SlotList slots = slotsOf(keys);
        host.trace().emit(new EngineEvent.SlotsPinned(0, keys, slots));
        copiesRunning++;
        host.runAfter(config.copyNanos(keys.size()), () -> {
            legs.read(request, keys, slots);
            request.copied = true;
            onCopyDone();
        });
    }

    private Scheduled schedule() {
        Scheduled scheduled = new Scheduled();
        long budget = config.prefillChunkTokens();
        for (EngineRequest request : requests.values()) {
            if (request.phase == Phase.DECODE) {
                scheduled.decoding++;
            } else if (request.phase == Phase.PREFILL && budget > 0) {
                request.tokensInStep = Math.min(budget, request.tokensToCompute - request.tokensComputed);
                budget -= request.tokensInStep;
                scheduled.prefillTokens += request.tokensInStep;
                prepareStore(request, scheduled);
            }
        }
        return scheduled;
    }

    private void prepareStore(EngineRequest request, Scheduled scheduled) {
        int full = request.fullBlocksAfterStep(config.tokensPerBlock());
        if (full > request.blocksStored) {
            TieringManager.PrimaryStore store = manager.prepareStore(
                    request.spec.keys().subList(request.blocksStored, full), request.spec.context());
            if (store != null) {
                request.blocksStored = full;
                if (!store.keys().isEmpty()) {
                    scheduled.stores.add(store);
                }
            }
        }
    }

    private long start(Scheduled scheduled) {
        long duration = scheduled.prefillTokens == 0 ? 0 : config.prefillNanos(scheduled.prefillTokens);
        duration += scheduled.decoding == 0 ? 0 : config.decodeStepNanos();
        if (scheduled.prefillTokens > 0) {
            host.trace().emit(new EngineEvent.PrefillStep(scheduled.prefillTokens, scheduled.decoding, duration));
        }
        for (TieringManager.PrimaryStore store : scheduled.stores) {
            copiesRunning++;
            host.runAfter(duration + config.copyNanos(store.keys().size()), () -> {
                for (int i = 0; i < store.keys().size(); i++) {
                    host.memory().write(store.slots().get(i), store.keys().get(i));
                }
                copiedStores.add(store);
                onCopyDone();
            });
        }
        return duration;
    }

    private void onCopyDone() {
        copiesRunning--;
        copiesDone++;
        host.wake();
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

    private SlotList slotsOf(List<BlockKey> keys) {
        return SlotList.of(keys.stream().map(primary::slotOf).toList());
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
