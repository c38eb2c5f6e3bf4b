package io.kvdrill.scenarios.processes;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.world.PeerSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a runner tells the process of a peer to do. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
sealed interface Order
        permits Order.First,
                Order.Begin,
                Order.Submit,
                Order.Abort,
                Order.Warm,
                Order.ShutDown,
                Order.ResetCache,
                Order.Stall,
                Order.StepClock,
                Order.DriftClock,
                Order.Hold,
                Order.PassGate,
                Order.SayLast,
                ProbeOrder {

    /**
     * An order as it is given.
     *
     * @param after how many events of the world's own the runner had recorded when it gave it
     */
    record Given(Order order, long after) {}

    /** The same, given after so many events of the world's own. */
    default Given givenAfter(long events) {
        return new Given(this, events);
    }

    /** The first order of a process, which says what it is. */
    sealed interface First extends Order permits Start, ProbeOrder.ProbeStart {
        /** The peer that it is. */
        PeerSpec peer();

        /** Which life of it. */
        int life();

        /** The same, at a seat. */
        First at(Seat taken);
    }

    /** Time begins, or began, at this instant of the host's clock. */
    record Begin(long epochNanos) implements Order {}

    /** A leg begins. */
    record Submit(
            String request,
            Leg leg,
            String kvRequest,
            String engineRequest,
            @Nullable Map<String, Object> params,
            List<String> keys,
            long promptTokens,
            int outputTokens)
            implements Order {

        @SuppressWarnings("unchecked") // a router's parameters have names
        static Submit of(LegSpec leg) {
            return new Submit(
                    leg.request(),
                    leg.leg(),
                    leg.kvRequest(),
                    leg.engineRequest(),
                    (Map<String, Object>) leg.context().kvTransferParams(),
                    leg.keys().stream().map(BlockKey::hex).toList(),
                    leg.promptTokens(),
                    leg.outputTokens());
        }

        LegSpec toLeg() {
            return new LegSpec(
                    request,
                    leg,
                    kvRequest,
                    new RequestContext(engineRequest, params),
                    keys.stream().map(BlockKey::ofHex).toList(),
                    promptTokens,
                    outputTokens);
        }
    }

    /** A request of the engine's is aborted. */
    record Abort(String engineRequest) implements Order {}

    /** These blocks are in its cache from the beginning. */
    record Warm(List<String> keys) implements Order {
        static Warm of(List<BlockKey> keys) {
            return new Warm(keys.stream().map(BlockKey::hex).toList());
        }

        List<BlockKey> blockKeys() {
            return keys.stream().map(BlockKey::ofHex).toList();
        }
    }

    /** The engine shuts its tier down and ends. */
    record ShutDown() implements Order {}

    /** The engine drains its tier and forgets its cache. */
    record ResetCache() implements Order {}

    /** Its thread is kept busy for so long. */
    record Stall(long nanos) implements Order {}

    /** Its clock is set ahead by so much. */
    record StepClock(long nanos) implements Order {}

    /** Its clock is too fast by so many parts in a million. */
    record DriftClock(long ppm) implements Order {}

    /** Its writes to a peer stand still, or go on. */
    record Hold(String peer, boolean held) implements Order {}

    /** It need no longer wait at a gate, by its number. */
    record PassGate(long gate) implements Order {}

    /** It says what is left. */
    record SayLast() implements Order {}
}
