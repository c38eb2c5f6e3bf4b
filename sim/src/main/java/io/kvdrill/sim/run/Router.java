package io.kvdrill.sim.run;

import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineEvent.LegEnd;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.PromptKeys;
import io.kvdrill.sim.fault.Moments;
import io.kvdrill.sim.kernel.Delays;
import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Moment;
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
final class Router implements Clients {

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
        /** When its client gives up; pending until then, or until it is answered. */
        @Nullable Event patience;

        Runnable onEnd = () -> {};

        final EventLabel arrival;
        final EventLabel toProducer;
        final EventLabel toConsumer;
        final EventLabel impatience;

        State(RequestSpec spec, World world) {
            this.spec = spec;
            this.toProducer = dispatch(spec.produce(), world);
            this.toConsumer = dispatch(spec.consume(), world);
            boolean both = spec.mode() == RequestSpec.Mode.PD && spec.dispatch() instanceof Dispatch.Together;
            String first = spec.mode() == RequestSpec.Mode.PD ? spec.produce() : spec.consume();
            this.arrival = dispatch(both ? null : first, world);
            this.impatience = new EventLabel("client_gives_up", "", spec.id());
        }

        private EventLabel dispatch(@Nullable String peer, World world) {
            return new EventLabel(
                    "dispatch", peer == null ? "" : world.peer(peer).id(), spec.id());
        }
    }

    private final Kernel kernel;
    private final World world;
    private final RandomStreams streams;
    private final Conductor.Engines engines;
    private final Moments moments;
    private final LegMaker legs;
    private final Map<String, Integer> underWay = new LinkedHashMap<>();
    private final Map<String, State> states = new LinkedHashMap<>();

    Router(
            Kernel kernel,
            World world,
            RandomStreams streams,
            Moments moments,
            PromptKeys keys,
            Conductor.Engines engines) {
        this.kernel = kernel;
        this.streams = streams;
        this.world = world;
        this.moments = moments;
        this.legs = new LegMaker(world, keys);
        this.engines = engines;
        world.requests().forEach(spec -> states.put(spec.id(), new State(spec, world)));
    }

    /** Waits for the arrivals. */
    void start() {
        for (State state : states.values()) {
            moments.when(
                    "request " + state.spec.id(), state.spec.arrival(), () -> soon(state.arrival, () -> arrive(state)));
        }
    }

    /** Sends a request that the world does not list, now. */
    void send(RequestSpec spec, Runnable onEnd) {
        State state = new State(spec, world);
        state.onEnd = onEnd;
        states.put(spec.id(), state);
        arrive(state);
    }

    /** Ends a request at once, whatever the engines have to say about it, and tells them that its client has gone. */
    void abandon(String request) {
        State state = state(request);
        if (state.finish == null) {
            abortLegs(state);
            end(state, Finish.GIVEN_UP);
        }
    }

    /** Legs that were sent to a peer, by name, and have not ended. */
    int legsUnderWay(String peer) {
        return underWay.getOrDefault(peer, 0);
    }

    /** What became of the requests that the world lists. */
    List<RequestOutcome> outcomes() {
        List<RequestOutcome> outcomes = new ArrayList<>();
        world.requests().forEach(spec -> outcomes.add(outcome(spec.id())));
        return outcomes;
    }

    /** What became of a request. */
    RequestOutcome outcome(String request) {
        State state = state(request);
        LegResult answer = state.answer;
        return new RequestOutcome(
                request,
                state.arrived,
                state.firstToken,
                state.ended,
                state.finish,
                answer == null ? 0 : answer.remoteBlocks(),
                answer == null ? 0 : answer.cachedBlocks(),
                answer == null ? 0 : answer.computedTokens(),
                state.produced,
                null,
                1);
    }

    @Override
    public void onPrefillDone(String request, Leg leg) {
        State state = state(request);
        if (leg == answeringLeg(state.spec)) {
            state.firstToken = kernel.nowNanos();
        }
    }

    @Override
    public void onLegEnded(LegResult result) {
        State state = state(result.request());
        String peer = result.leg() == Leg.PRODUCE ? state.spec.produce() : state.spec.consume();
        if (peer != null) {
            underWay.merge(peer, -1, Integer::sum);
        }
        if (result.leg() == Leg.PRODUCE) {
            state.producerRuns = false;
            state.produced += result.computedTokens();
            if (state.spec.dispatch() instanceof Dispatch.AfterPrefill after && state.finish == null) {
                if (result.end() == LegEnd.DONE) {
                    kernel.after(delay(state, after.delay()), state.toConsumer, () -> consume(state));
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

    /** Drawn from a stream of the request's own, so that it is the same whatever happens to others. */
    private long delay(State state, Latency delay) {
        return delay instanceof Latency.Fixed fixed
                ? fixed.nanos()
                : Delays.sample(delay, streams.stream(state.spec.id(), "dispatch"));
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
            state.patience = kernel.after(patience, state.impatience, () -> giveUp(state));
        }
        Dispatch dispatch = state.spec.dispatch();
        if (state.spec.mode() != RequestSpec.Mode.PD) {
            consume(state);
        } else if (dispatch instanceof Dispatch.Legs legs) {
            leg(state, "produce", legs.produce(), state.toProducer, () -> produce(state));
            leg(state, "consume", legs.consume(), state.toConsumer, () -> consume(state));
        } else {
            produce(state);
            if (dispatch instanceof Dispatch.Together) {
                consume(state);
            }
        }
    }

    private void leg(State state, String name, @Nullable Moment moment, EventLabel label, Runnable dispatch) {
        if (moment != null) {
            moments.when("request " + state.spec.id() + ", leg " + name, moment, () -> soon(label, dispatch));
        }
    }

    /** A moment may come in the middle of a step: whatever is due leaves at the same instant, after it. */
    private void soon(EventLabel label, Runnable action) {
        kernel.after(0, label, action);
    }

    private void produce(State state) {
        String peer = state.spec.produce();
        if (peer != null && state.finish == null) {
            state.producerRuns = true;
            submit(peer, legs.produce(state.spec, peer));
        }
    }

    private void consume(State state) {
        String peer = state.spec.consume();
        if (peer != null && state.finish == null) {
            state.consumerRuns = true;
            submit(peer, legs.consume(state.spec, peer));
        }
    }

    private void submit(String peer, LegSpec leg) {
        underWay.merge(peer, 1, Integer::sum);
        if (!engines.submit(peer, leg)) {
            onLegEnded(new LegResult(leg.request(), leg.leg(), LegEnd.LOST, 0, 0, 0));
        }
    }

    private void giveUp(State state) {
        if (state.finish != null) {
            return;
        }
        boolean ran = state.consumerRuns || (state.producerRuns && answeringLeg(state.spec) == Leg.PRODUCE);
        abortLegs(state);
        if (!ran) {
            end(state, Finish.GIVEN_UP);
        }
    }

    private void abortLegs(State state) {
        String producer = state.spec.produce();
        String consumer = state.spec.consume();
        if (state.producerRuns && producer != null) {
            engines.abort(producer, LegMaker.engineRequest(state.spec, Leg.PRODUCE));
        }
        if (state.consumerRuns && consumer != null) {
            engines.abort(consumer, LegMaker.engineRequest(state.spec, Leg.CONSUME));
        }
    }

    private void end(State state, Finish finish) {
        if (state.finish == null) {
            state.finish = finish;
            state.ended = kernel.nowNanos();
            kernel.cancel(state.patience);
            state.onEnd.run();
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
