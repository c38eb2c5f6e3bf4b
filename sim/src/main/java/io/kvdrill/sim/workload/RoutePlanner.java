package io.kvdrill.sim.workload;

import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.kernel.RandomStream;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.Routing;
import io.kvdrill.sim.world.WorkloadSpec;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Decides which peers the requests of a workload go to. */
public final class RoutePlanner {
    private final Routing routing;
    private final PrefixLedger ledger;
    private final ToIntFunction<String> legsUnderWay;
    private final RandomStream chance;
    private final Balancer consumers;
    private final @Nullable Balancer producers;
    private final @Nullable Balancer sources;

    /**
     * A planner.
     *
     * @param ledger shared by all workloads of a router
     * @param legsUnderWay legs that were sent to a peer, by name, and have not ended
     */
    public RoutePlanner(
            WorkloadSpec spec, RandomStreams streams, PrefixLedger ledger, ToIntFunction<String> legsUnderWay) {
        this.routing = spec.routing();
        this.ledger = ledger;
        this.legsUnderWay = legsUnderWay;
        this.chance = streams.stream("workload " + spec.name(), "routing");
        Leg holders = routing.mode() == Mode.PD ? Leg.PRODUCE : Leg.CONSUME;
        this.consumers = balancer(routing.consume(), Leg.CONSUME);
        this.producers = routing.produce() == null ? null : balancer(routing.produce(), Leg.PRODUCE);
        this.sources = routing.source() == null ? null : balancer(routing.source(), holders);
    }

    private Balancer balancer(Routing.Choice choice, Leg leg) {
        return new Balancer(choice, leg, ledger, legsUnderWay, chance);
    }

    /**
     * A request that leaves now.
     *
     * @param kvRequestId what the peers call it; null for {@code id}
     * @param avoid peers that are taken only if there is no other
     */
    public RequestSpec request(
            String id, long nowNanos, SessionScript.Turn turn, @Nullable String kvRequestId, Set<String> avoid) {
        Prompt prompt = turn.prompt();
        String consume = consumers.choose(prompt, avoid);
        String produce = producers == null ? null : producers.choose(prompt, avoid);
        String source = sources == null ? null : sources.source(prompt, produce == null ? consume : produce, avoid);
        ledger.sent(Leg.CONSUME, prompt, consume);
        if (produce != null) {
            ledger.sent(Leg.PRODUCE, prompt, produce);
        }
        Mode mode = routing.mode() == Mode.SYMMETRIC && source == null ? Mode.LOCAL : routing.mode();
        return new RequestSpec(
                id,
                Moment.at(nowNanos),
                prompt,
                turn.answerTokens(),
                mode,
                consume,
                produce,
                source,
                kvRequestId,
                mode == Mode.PD ? routing.dispatch() : new Dispatch.Together(),
                null);
    }
}
