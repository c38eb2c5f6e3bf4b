package io.kvdrill.scenarios.format.write;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.write.YamlOut.Fields;
import io.kvdrill.scenarios.format.write.YamlOut.Items;
import io.kvdrill.scenarios.format.write.YamlOut.Scalar;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.WarmCache;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Requests and warm caches. */
final class RequestWriter {
    private RequestWriter() {}

    static Items requests(World world) {
        return new Items(
                world.requests().stream().<YamlOut>map(RequestWriter::request).toList());
    }

    static Fields warm(World world) {
        Map<String, List<YamlOut>> byPeer = new LinkedHashMap<>();
        String last = "";
        for (WarmCache cache : world.warm()) {
            if (!cache.peer().equals(last) && byPeer.containsKey(cache.peer())) {
                throw new UnwritableException("the warm caches of '" + cache.peer() + "' do not stand together");
            }
            last = cache.peer();
            byPeer.computeIfAbsent(last, peer -> new ArrayList<>()).add(prompt(cache.prompt()));
        }
        Fields warm = new Fields();
        byPeer.forEach((peer, prompts) -> warm.put(peer, prompts.size() == 1 ? prompts.get(0) : new Items(prompts)));
        return warm;
    }

    private static Fields request(RequestSpec request) {
        Prompt prompt = request.prompt();
        boolean own =
                prompt.segments().size() == 1 && prompt.segments().get(0).text().equals(request.id());
        Fields fields = new Fields().put("id", request.id());
        if (!request.arrival().equals(Moment.at(0))) {
            fields.put("at", MomentWriter.moment(request.arrival()));
        }
        fields.put(own ? "tokens" : "prompt", own ? new Scalar(Long.toString(prompt.tokens())) : prompt(prompt))
                .put("output", Integer.toString(request.outputTokens()), request.outputTokens() == 1)
                .put("produce", MomentWriter.name(request.produce()))
                .put("source", MomentWriter.name(request.source()))
                .put("consume", MomentWriter.name(request.consume()))
                .put("mode", request.mode().name().toLowerCase(Locale.ROOT), request.mode() == inferred(request))
                .put("kv_request_id", MomentWriter.name(request.kvRequestId()));
        dispatch(request, fields);
        return fields.put(
                "gives_up_after",
                Optional.ofNullable(request.clientGivesUpAfterNanos()).map(nanos -> new Scalar(Texts.duration(nanos))));
    }

    private static Mode inferred(RequestSpec request) {
        if (request.produce() != null) {
            return Mode.PD;
        }
        return request.source() != null ? Mode.SYMMETRIC : Mode.LOCAL;
    }

    private static void dispatch(RequestSpec request, Fields fields) {
        Dispatch dispatch = request.dispatch();
        if (request.mode() != Mode.PD) {
            if (!(dispatch instanceof Dispatch.Together)) {
                throw new UnwritableException("request '" + request.id() + "' has one leg, and a dispatch of two");
            }
        } else if (dispatch instanceof Dispatch.Together) {
            fields.put("dispatch", "together");
        } else if (dispatch instanceof Dispatch.AfterPrefill after) {
            if (!after.delay().equals(Latency.fixed(0))) {
                fields.put("dispatch", new Fields().put("after_prefill", PeerWriter.latency(after.delay())));
            }
        } else if (dispatch instanceof Dispatch.Legs legs) {
            fields.put(
                    "dispatch",
                    new Fields()
                            .put("produce", MomentWriter.optional(legs.produce()))
                            .put("consume", MomentWriter.optional(legs.consume())));
        }
    }

    private static Fields prompt(Prompt prompt) {
        Fields pieces = new Fields();
        prompt.segments().forEach(segment -> pieces.put(segment.text(), Integer.toString(segment.tokens())));
        return pieces;
    }
}
