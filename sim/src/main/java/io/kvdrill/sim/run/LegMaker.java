package io.kvdrill.sim.run;

import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.PromptKeys;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashMap;
import java.util.Map;

/** Puts the legs of requests into the words of engines. */
final class LegMaker {
    private final World world;
    private final PromptKeys keys;

    LegMaker(World world, PromptKeys keys) {
        this.world = world;
        this.keys = keys;
    }

    /** The leg that computes the prompt, at this peer. */
    LegSpec produce(RequestSpec spec, String peer) {
        Map<String, Object> params = new LinkedHashMap<>();
        Map<String, Object> decoder = new LinkedHashMap<>();
        decoder.put("kv_request_id", spec.kvId());
        params.put("remote_decoder", decoder);
        String source = spec.source();
        if (source != null) {
            params.put("remote_kv_source", remote(source, spec.kvId()));
        }
        return leg(spec, peer, Leg.PRODUCE, params, 1);
    }

    /** The leg that answers, at this peer. */
    LegSpec consume(RequestSpec spec, String peer) {
        Map<String, Object> params = new LinkedHashMap<>();
        String producer = spec.produce();
        String source = spec.source();
        if (spec.mode() == RequestSpec.Mode.PD && producer != null) {
            params.put("remote_prefiller", remote(producer, spec.kvId()));
        } else if (source != null) {
            params.put("remote_kv_source", remote(source, spec.kvId()));
        }
        return leg(spec, peer, Leg.CONSUME, params, spec.outputTokens());
    }

    /** An engine's name for a leg. */
    static String engineRequest(RequestSpec spec, Leg leg) {
        return spec.id() + (leg == Leg.PRODUCE ? "/produce" : "/consume");
    }

    private Map<String, Object> remote(String peerName, String kvRequest) {
        PeerSpec peer = world.peer(peerName);
        Map<String, Object> remote = new LinkedHashMap<>();
        remote.put("kv_request_id", kvRequest);
        remote.put("remote_host", peer.host());
        remote.put("remote_port", (long) peer.port() + peer.rank());
        return remote;
    }

    private LegSpec leg(RequestSpec spec, String peer, Leg leg, Map<String, Object> params, int outputTokens) {
        return new LegSpec(
                spec.id(),
                leg,
                params.isEmpty() ? "" : spec.kvId(),
                new RequestContext(engineRequest(spec, leg), params.isEmpty() ? null : params),
                keys.of(
                        spec.prompt(),
                        world.peer(peer).hashSeed(),
                        world.model().tokensPerBlock()),
                spec.prompt().tokens(),
                outputTokens);
    }
}
