package io.kvdrill.sim.run;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.PromptKeys;
import io.kvdrill.sim.fault.Moments;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The clients and the router in front of the engines: sends the legs of requests at their moments, and knows what became
 * of them. It has no clock of its own and no failures.
 */
final class Router {
    private static final EventLabel DISPATCH = new EventLabel("dispatch", "");
    private static final EventLabel IMPATIENCE = new EventLabel("client_gives_up", "");

    /** Where legs go. */
    interface Engines {
        /** Hands a leg to a peer; false if nobody is there. */
        boolean submit(String peerName, LegSpec leg);

        /** Tells a peer that the client of a leg has gone. */
        void abort(String peerName, String engineRequest);
    }

    private static final class State {
        final RequestSpec spec;
        long arrived = -1;
        long firstToken = -1;
        long ended = -1;

        @Nullable Finish finish;

        @Nullable LegResult answer;

        long produced;
        boolean producerRuns;
        boolean consumerRuns;

        State(RequestSpec spec) {
            this.spec = spec;
        }
    }

    private final Kernel kernel;
    private final World world;
    private final Engines engines;
    private final Moments moments;
    private final PromptKeys keys;
    private final Map<String, State> states = new LinkedHashMap<>();

    Router(Kernel kernel, World world, Moments moments, PromptKeys keys, Engines engines) {
        this.kernel = kernel;
        this.world = world;
        this.moments = moments;
        this.keys = keys;
        this.engines = engines;
        world.requests().forEach(spec -> states.put(spec.id(), new State(spec)));
    }

    /** Waits for the arrivals. */
    void start() {
        for (State state : states.values()) {
            moments.when("request " + state.spec.id(), state.spec.arrival(), () -> soon(() -> arrive(state)));
        }
    }

    List<RequestOutcome> outcomes() {
        List<RequestOutcome> outcomes = new ArrayList<>();
        for (State state : states.values()) {
            LegResult answer = state.answer;
            outcomes.add(new RequestOutcome(
                    state.spec.id(),
                    state.arrived,
                    state.firstToken,
                    state.ended,
                    state.finish,
                    answer == null ? 0 : answer.remoteBlocks(),
                    answer == null ? 0 : answer.cachedBlocks(),
                    answer == null ? 0 : answer.computedTokens(),
                    state.produced,
                    null,
                    1));
        }
        return outcomes;
    }

    void onPrefillDone(String request, Leg leg) {
        State state = state(request);
        if (leg == answeringLeg(state.spec)) {
            state.firstToken = kernel.nowNanos();
        }
    }

    void onLegEnded(LegResult result) {
        State state = state(result.request());
        if (result.leg() == Leg.PRODUCE) {
            state.producerRuns = false;
            state.produced += result.computedTokens();
            if (state.spec.dispatch() instanceof Dispatch.AfterPrefill after && state.finish == null) {
                if (result.end() == LegEnd.DONE) {
                    kernel.after(after.delayNanos(), DISPATCH, () -> consume(state));
                } else {
                    end(state, Finish.FAILED);
                }
            }
        } else {
            state.consumerRuns = false;
        }
        if (result.leg() == answeringLeg(state.spec)) {
            state.answer = result;
            end(state, finishOf(result));
        }
    }

    private static Finish finishOf(LegResult result) {
        if (result.end() == LegEnd.DONE) {
            return result.remoteBlocks() > 0 ? Finish.REMOTE_KV : Finish.LOCAL_PREFILL;
        }
        return result.end() == LegEnd.ABORTED ? Finish.GIVEN_UP : Finish.FAILED;
    }

    /** The leg that the client waits for: the consumer's, where there is one. */
    private static Leg answeringLeg(RequestSpec spec) {
        boolean producerOnly = spec.dispatch() instanceof Dispatch.Legs legs && legs.consume() == null;
        return producerOnly ? Leg.PRODUCE : Leg.CONSUME;
    }

    private void arrive(State state) {
        state.arrived = kernel.nowNanos();
        moments.named(state.spec.id());
        Long patience = state.spec.clientGivesUpAfterNanos();
        if (patience != null) {
            kernel.after(patience, IMPATIENCE, () -> giveUp(state));
        }
        Dispatch dispatch = state.spec.dispatch();
        if (state.spec.mode() != RequestSpec.Mode.PD) {
            consume(state);
        } else if (dispatch instanceof Dispatch.Legs legs) {
            leg(state, "produce", legs.produce(), () -> produce(state));
            leg(state, "consume", legs.consume(), () -> consume(state));
        } else {
            produce(state);
            if (dispatch instanceof Dispatch.Together) {
                consume(state);
            }
        }
    }

    private void leg(State state, String name, @Nullable Moment moment, Runnable dispatch) {
        if (moment != null) {
            moments.when("request " + state.spec.id() + ", leg " + name, moment, () -> soon(dispatch));
        }
    }

    /** A moment may come in the middle of a step: whatever is due leaves at the same instant, after it. */
    private void soon(Runnable action) {
        kernel.after(0, DISPATCH, action);
    }

    private void produce(State state) {
        String peer = state.spec.produce();
        if (peer == null || state.finish != null) {
            return;
        }
        Map<String, Object> params = new LinkedHashMap<>();
        Map<String, Object> decoder = new LinkedHashMap<>();
        decoder.put("kv_request_id", state.spec.kvId());
        params.put("remote_decoder", decoder);
        String source = state.spec.source();
        if (source != null) {
            params.put("remote_kv_source", remote(source, state.spec.kvId()));
        }
        state.producerRuns = true;
        send(state, peer, Leg.PRODUCE, params, 1);
    }

    private void consume(State state) {
        String peer = state.spec.consume();
        if (peer == null || state.finish != null) {
            return;
        }
        Map<String, Object> params = new LinkedHashMap<>();
        String producer = state.spec.produce();
        String source = state.spec.source();
        if (state.spec.mode() == RequestSpec.Mode.PD && producer != null) {
            params.put("remote_prefiller", remote(producer, state.spec.kvId()));
        } else if (source != null) {
            params.put("remote_kv_source", remote(source, state.spec.kvId()));
        }
        state.consumerRuns = true;
        send(state, peer, Leg.CONSUME, params, state.spec.outputTokens());
    }

    private Map<String, Object> remote(String peerName, String kvRequest) {
        PeerSpec peer = world.peer(peerName);
        Map<String, Object> remote = new LinkedHashMap<>();
        remote.put("kv_request_id", kvRequest);
        remote.put("remote_host", peer.host());
        remote.put("remote_port", (long) peer.port() + peer.rank());
        return remote;
    }

    private void send(State state, String peerName, Leg leg, Map<String, Object> params, int outputTokens) {
        RequestSpec spec = state.spec;
        List<BlockKey> blocks = keys.of(
                spec.prompt(), world.peer(peerName).hashSeed(), world.model().tokensPerBlock());
        LegSpec legSpec = new LegSpec(
                spec.id(),
                leg,
                params.isEmpty() ? "" : spec.kvId(),
                new RequestContext(engineRequest(spec, leg), params.isEmpty() ? null : params),
                blocks,
                spec.prompt().tokens(),
                outputTokens);
        if (!engines.submit(peerName, legSpec)) {
            onLegEnded(new LegResult(spec.id(), leg, LegEnd.LOST, 0, 0, 0));
        }
    }

    /** An engine's name for a leg. */
    static String engineRequest(RequestSpec spec, Leg leg) {
        return spec.id() + (leg == Leg.PRODUCE ? "/produce" : "/consume");
    }

    private void giveUp(State state) {
        if (state.finish != null) {
            return;
        }
        boolean ran = state.consumerRuns || (state.producerRuns && answeringLeg(state.spec) == Leg.PRODUCE);
        String producer = state.spec.produce();
        String consumer = state.spec.consume();
        if (state.producerRuns && producer != null) {
            engines.abort(producer, engineRequest(state.spec, Leg.PRODUCE));
        }
        if (state.consumerRuns && consumer != null) {
            engines.abort(consumer, engineRequest(state.spec, Leg.CONSUME));
        }
        if (!ran) {
            end(state, Finish.GIVEN_UP);
        }
    }

    private void end(State state, Finish finish) {
        if (state.finish == null) {
            state.finish = finish;
            state.ended = kernel.nowNanos();
        }
    }

    private State state(String request) {
        State state = states.get(request);
        if (state == null) {
            throw new IllegalArgumentException("no request is called " + request);
        }
        return state;
    }
}
