package io.kvdrill.scenarios.node;

import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.PromptKeys;
import io.kvdrill.sim.run.Clients;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The requests that clients have sent to a node, and what has become of them. Those that have ended are kept, the latest
 * ones. Thread-safe.
 */
final class RequestBook implements Clients {
    private static final int MOST_KEPT = 10_000;
    private static final int DEFAULT_MAX_TOKENS = 16;

    /** A request that cannot be taken. */
    static final class BadRequest extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BadRequest(String message) {
            super(message, null, false, false);
        }
    }

    /** One request. */
    static final class Entry {
        final LegSpec leg;
        final CompletableFuture<LegResult> ended = new CompletableFuture<>();
        private volatile boolean prefilled;

        Entry(LegSpec leg) {
            this.leg = leg;
        }

        /** What is known of it, as a client is told. */
        Map<String, Object> told() {
            LegResult result = ended.getNow(null);
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("id", leg.request());
            told.put("object", "text_completion");
            told.put("status", result != null ? "ended" : prefilled ? "decoding" : "waiting");
            if (result != null) {
                told.put("finish_reason", result.end().name().toLowerCase(Locale.ROOT));
                Map<String, Object> usage = new LinkedHashMap<>();
                usage.put("prompt_tokens", leg.promptTokens());
                usage.put("computed_prompt_tokens", result.computedTokens());
                usage.put("cached_blocks", result.cachedBlocks());
                usage.put("remote_blocks", result.remoteBlocks());
                told.put("usage", usage);
            }
            return told;
        }
    }

    private final PeerSpec peer;
    private final Model model;
    private final PromptKeys keys = new PromptKeys();
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private long last;

    RequestBook(PeerSpec peer, Model model) {
        this.peer = peer;
        this.model = model;
    }

    /**
     * Takes a request.
     *
     * @param body as a client sent it
     * @throws BadRequest if it cannot be taken, saying what was expected
     */
    synchronized Entry open(Map<String, Object> body) {
        Object given = body.get("request_id");
        String id = given == null ? "cmpl-" + ++last : String.valueOf(given);
        Entry known = entries.get(id);
        if (known != null && !known.ended.isDone()) {
            throw new BadRequest("request_id: " + id + " is under way; use another");
        }
        Prompt prompt = prompt(body);
        Map<String, Object> params = params(body.get("kv_transfer_params"));
        boolean produces = params != null && params.get("remote_decoder") != null;
        LegSpec leg = new LegSpec(
                id,
                produces ? Leg.PRODUCE : Leg.CONSUME,
                kvRequest(params),
                new RequestContext(id, params),
                keys.of(prompt, peer.hashSeed(), model.tokensPerBlock()),
                prompt.tokens(),
                produces && !body.containsKey("max_tokens")
                        ? 1
                        : number("max_tokens", body.getOrDefault("max_tokens", DEFAULT_MAX_TOKENS)));
        Entry entry = new Entry(leg);
        entries.remove(id);
        entries.put(id, entry);
        forgetOldest();
        return entry;
    }

    private void forgetOldest() {
        if (entries.size() > MOST_KEPT) {
            entries.values().stream()
                    .filter(entry -> entry.ended.isDone())
                    .findFirst()
                    .ifPresent(entry -> entries.remove(entry.leg.request()));
        }
    }

    /** How many have not ended. */
    synchronized long underWay() {
        return entries.values().stream().filter(entry -> !entry.ended.isDone()).count();
    }

    /** A request by its id; null if there is none. */
    synchronized @Nullable Entry find(String id) {
        return entries.get(id);
    }

    private static Prompt prompt(Map<String, Object> body) {
        Object prompt = body.get("prompt");
        if (prompt instanceof String text) {
            Object tokens = body.get("prompt_tokens");
            if (tokens == null) {
                throw new BadRequest(
                        "prompt_tokens: is missing; this engine has no tokenizer, so say how many tokens the"
                                + " prompt has, or give the prompt as an object of names and tokens: {\"system\": 4096}");
            }
            return Prompt.of(text, number("prompt_tokens", tokens));
        }
        if (prompt instanceof Map<?, ?> pieces && !pieces.isEmpty()) {
            List<Prompt.Segment> segments = new ArrayList<>();
            pieces.forEach((name, tokens) ->
                    segments.add(new Prompt.Segment(String.valueOf(name), number("prompt." + name, tokens))));
            return new Prompt(segments);
        }
        throw new BadRequest("prompt: expected text (with prompt_tokens), or an object of names and tokens");
    }

    private static int number(String name, @Nullable Object value) {
        if (value instanceof Integer number && number > 0) {
            return number;
        }
        throw new BadRequest(name + ": " + value + "; expected a whole number above 0");
    }

    @SuppressWarnings("unchecked") // the names of a JSON object are texts
    private static @Nullable Map<String, Object> params(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        if (value instanceof Map<?, ?> map) {
            return (Map<String, Object>) longs(map);
        }
        throw new BadRequest("kv_transfer_params: expected an object");
    }

    /** The tier compares numbers as they are on the wire. */
    private static Map<?, ?> longs(Map<?, ?> map) {
        Map<Object, @Nullable Object> all = new LinkedHashMap<>();
        map.forEach((name, value) -> all.put(
                name,
                value instanceof Integer number
                        ? Long.valueOf(number.longValue())
                        : value instanceof Map<?, ?> inner ? longs(inner) : value));
        return all;
    }

    private static String kvRequest(@Nullable Map<String, Object> params) {
        if (params != null) {
            for (String name : List.of("remote_prefiller", "remote_decoder", "remote_kv_source")) {
                if (params.get(name) instanceof Map<?, ?> part && part.get("kv_request_id") instanceof String id) {
                    return id;
                }
            }
        }
        return "";
    }

    @Override
    public void onPrefillDone(String request, Leg leg) {
        Entry entry = find(request);
        if (entry != null) {
            entry.prefilled = true;
        }
    }

    @Override
    public void onLegEnded(LegResult result) {
        Entry entry = find(result.request());
        if (entry != null) {
            entry.ended.complete(result);
        }
    }
}
