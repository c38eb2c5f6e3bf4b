package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.expand.CountFields;
import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.NameType;
import io.kvdrill.scenarios.format.shape.NewNameType;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.shape.WordType;
import io.kvdrill.scenarios.format.yaml.YamlValue;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.WarmCache;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code requests} and the {@code warm} caches of a scenario. */
final class RequestFields {
    private static final NameType PEER = new NameType(Reading.Names.PEER);

    // ---- dispatch ------------------------------------------------------------------------------------------------

    private static final Field<Latency> AFTER_PREFILL = Field.optional(
                    "after_prefill", LinkFields.LATENCY, "the legs have moments of their own")
            .about(
                    "how long after the producer's answer the router sends the consumer's leg; a spread of durations is drawn"
                            + " for each request, as if it had queued")
            .example("5ms");
    private static final Field<Moment> LEG_CONSUME = Field.optional("consume", Moments.MOMENT, "there is no such leg")
            .about("when the consumer's leg is sent")
            .example("parked + 59.9s");
    private static final Field<Moment> LEG_PRODUCE = Field.optional("produce", Moments.MOMENT, "there is no such leg")
            .about("when the producer's leg is sent")
            .example("0s");

    static final Type<Dispatch> DISPATCH = new Either<Dispatch>(
            WordType.<Dispatch>named("dispatch")
                    .word(
                            "after_prefill",
                            new Dispatch.AfterPrefill(0),
                            "the consumer's when the producer has answered")
                    .word(
                            "together",
                            new Dispatch.Together(),
                            "both at once: the consumer may fetch before supply exists"),
            new Shape<Dispatch>(
                    "a dispatch",
                    "When a router sends the two legs of a PD request",
                    List.of(AFTER_PREFILL, LEG_PRODUCE, LEG_CONSUME),
                    RequestFields::dispatch));

    // ---- requests ------------------------------------------------------------------------------------------------

    private static final Field<String> ID = Field.required("id", new NewNameType(Reading.Names.REQUEST))
            .about("its name; also what the peers call it, unless `kv_request_id` says otherwise")
            .example("r1");
    private static final Field<Moment> AT = Field.of("at", Moments.MOMENT, "0s").about("when the client sends it");
    private static final Field<Integer> TOKENS = Field.optional(
                    "tokens", Scalars.count("a number of tokens", 1, Prompts.MOST_TOKENS), "`prompt` must be given")
            .about("length of its prompt, which no other request shares")
            .example("4096");
    private static final Field<Map<String, Integer>> PROMPT = Field.optional(
                    "prompt", Prompts.PROMPT, "`tokens` must be given")
            .about("its prompt as named pieces of text with their tokens; equal beginnings share KV blocks")
            .example("{system: 1024, r1: 3072}");
    private static final Field<Integer> OUTPUT = Field.of(
                    "output", Scalars.count("a number of tokens", 1, Prompts.MOST_TOKENS), "1")
            .about("tokens to generate");
    private static final Field<String> PRODUCE = Field.optional("produce", PEER, "nobody prefills for it")
            .about("the peer that computes its prompt and offers the blocks (P of P/D)")
            .example("prefill");
    private static final Field<String> CONSUME = Field.optional("consume", PEER, "only the producer's leg exists")
            .about("the peer that answers it")
            .example("decode");
    private static final Field<String> SOURCE = Field.optional("source", PEER, "it pulls from its producer, if any")
            .about("the peer that it asks for blocks and pulls from (symmetric sharing)")
            .example("a");
    private static final Field<Mode> MODE = Field.optional(
                    "mode",
                    WordType.<Mode>named("mode")
                            .word("pd", Mode.PD, "one peer computes the prompt, another pulls it and decodes")
                            .word("symmetric", Mode.SYMMETRIC, "the consumer asks a peer what it has, and pulls that")
                            .word("local", Mode.LOCAL, "nobody else is asked"),
                    "pd with `produce`, symmetric with `source` alone, else local")
            .about("who computes and who pulls")
            .example("pd");
    private static final Field<String> KV_REQUEST_ID = Field.optional("kv_request_id", Scalars.TEXT, "its `id`")
            .about("what the peers call it; requests that share it share bindings and rounds")
            .example("chat-7");
    private static final Field<Dispatch> DISPATCHED = Field.of("dispatch", DISPATCH, "after_prefill")
            .about("when a router sends the two legs of a PD request")
            .example("{produce: 0s, consume: parked + 59.9s}");
    private static final Field<Long> GIVES_UP = Field.optional("gives_up_after", Scalars.LENGTH, "the client waits")
            .about("how long after its arrival the client aborts it")
            .example("300s");

    private static final Shape<RequestSpec> REQUEST = new Shape<>(
            "a request",
            "One request of a client, as a router sends it to engines",
            List.of(
                    ID,
                    CountFields.REQUESTS,
                    CountFields.REQUEST_EVERY,
                    AT,
                    TOKENS,
                    PROMPT,
                    OUTPUT,
                    PRODUCE,
                    CONSUME,
                    SOURCE,
                    MODE,
                    KV_REQUEST_ID,
                    DISPATCHED,
                    GIVES_UP),
            RequestFields::request);

    static final Field<List<RequestSpec>> REQUESTS = Field.of("requests", new ListType<>(REQUEST), "[]")
            .about("what clients ask")
            .example("[{id: r1, tokens: 4096, produce: prefill, consume: decode}]");

    static final Field<Map<String, List<Map<String, Integer>>>> WARM = Field.of(
                    "warm", new MapType<>("peer", new ListType<>(Prompts.PROMPT), RequestFields::knownPeer), "{}")
            .about("prompts whose blocks a peer has in its CPU tier when the run starts")
            .example("{a: {system: 1024}}");

    private RequestFields() {}

    static List<WarmCache> warm(Map<String, List<Map<String, Integer>>> byPeer) {
        List<WarmCache> caches = new ArrayList<>();
        byPeer.forEach(
                (peer, prompts) -> prompts.forEach(prompt -> caches.add(new WarmCache(peer, Prompts.of(prompt)))));
        return caches;
    }

    private static boolean knownPeer(YamlValue.Entry entry, Reading reading) {
        return PEER.read(new YamlValue.Scalar(entry.nameSpan(), entry.name(), false), reading) != null;
    }

    private static @Nullable Dispatch dispatch(Values values) {
        boolean legs = values.has(LEG_PRODUCE) || values.has(LEG_CONSUME);
        if (values.has(AFTER_PREFILL) == legs) {
            values.refuse(
                    values.span(),
                    "a dispatch has either 'after_prefill' or moments for its legs",
                    "such as {produce: 0s, consume: 2s}");
            return null;
        }
        return legs
                ? new Dispatch.Legs(
                        values.find(LEG_PRODUCE).orElse(null),
                        values.find(LEG_CONSUME).orElse(null))
                : new Dispatch.AfterPrefill(values.get(AFTER_PREFILL));
    }

    private static @Nullable RequestSpec request(Values values) {
        Mode mode = values.find(MODE).orElseGet(() -> inferred(values));
        if (values.has(TOKENS) == values.has(PROMPT)) {
            values.refuse(
                    values.span(),
                    values.has(TOKENS)
                            ? "a request has either 'tokens' or 'prompt'"
                            : "a request needs 'tokens', or 'prompt' where it shares text with others",
                    "such as tokens: 4096");
            return null;
        }
        if (values.has(DISPATCHED) && mode != Mode.PD) {
            values.refuse(DISPATCHED, "only a pd request has two legs to dispatch", "leave it out, or use 'at'");
            return null;
        }
        String id = values.get(ID);
        return new RequestSpec(
                id,
                values.get(AT),
                values.find(PROMPT)
                        .map(Prompts::of)
                        .orElseGet(() -> Prompt.of(id, values.find(TOKENS).orElse(1))),
                values.get(OUTPUT),
                mode,
                values.find(CONSUME).orElse(null),
                values.find(PRODUCE).orElse(null),
                values.find(SOURCE).orElse(null),
                values.find(KV_REQUEST_ID).orElse(null),
                mode == Mode.PD ? values.get(DISPATCHED) : new Dispatch.Together(),
                values.find(GIVES_UP).orElse(null));
    }

    private static Mode inferred(Values values) {
        if (values.has(PRODUCE)) {
            return Mode.PD;
        }
        return values.has(SOURCE) ? Mode.SYMMETRIC : Mode.LOCAL;
    }
}
