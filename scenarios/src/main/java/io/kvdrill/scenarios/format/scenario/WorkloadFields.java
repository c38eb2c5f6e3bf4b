package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.NewNameType;
import io.kvdrill.scenarios.format.shape.OneOf;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.sim.world.Amount;
import io.kvdrill.sim.world.Arrivals;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PrefixPool;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.Retries;
import io.kvdrill.sim.world.Routing;
import io.kvdrill.sim.world.Routing.Choice;
import io.kvdrill.sim.world.Sessions;
import io.kvdrill.sim.world.WorkloadSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code workloads} of a scenario. */
final class WorkloadFields {

    /** A workload whose name is still to come. */
    @FunctionalInterface
    interface Draft {
        /** The workload. */
        WorkloadSpec named(String name);
    }

    // ---- arrivals ------------------------------------------------------------------------------------------------

    private static final Field<Long> POISSON = Field.required("poisson", Scalars.LENGTH)
            .about("mean time between two sessions that come independently of each other")
            .example("100ms");
    private static final Field<Integer> BURST = Field.required(
                    "burst", Scalars.count("a number of sessions", 1, (int) WorkloadSpec.MOST_SESSIONS))
            .about("how many sessions come at a time")
            .example("64");
    private static final Field<Long> BURST_APART = Field.required("apart", Scalars.LENGTH)
            .about("time from the start of one burst to the next")
            .example("30s");
    private static final Field<Long> BURST_WITHIN = Field.of("within", Scalars.DURATION, "0s")
            .about("time over which the sessions of a burst are spread at random")
            .example("1s");
    private static final Field<Long> CONSTANT = Field.required("every", Scalars.LENGTH)
            .about("time from one session to the next; the first comes at once")
            .example("100ms");

    private static final Type<Arrivals> ARRIVALS_TYPE = new OneOf<Arrivals>(
            "arrivals",
            "When the sessions of a workload begin",
            List.of(
                    new Shape<>(
                            "a constant rate",
                            "One session after the other",
                            List.of(CONSTANT),
                            values -> new Arrivals.Constant(values.get(CONSTANT))),
                    new Shape<>(
                            "a Poisson process",
                            "Sessions that come independently of each other",
                            List.of(POISSON),
                            values -> new Arrivals.Poisson(values.get(POISSON))),
                    new Shape<>(
                            "bursts",
                            "Many sessions at a time",
                            List.of(BURST, BURST_APART, BURST_WITHIN),
                            values -> new Arrivals.Bursts(
                                    values.get(BURST), values.get(BURST_APART), values.get(BURST_WITHIN)))));

    // ---- prefixes ------------------------------------------------------------------------------------------------

    private static final String EXPONENT_PATTERN = "[0-9]{1,2}(?:\\.[0-9]{1,9})?";
    private static final Field<String> POOL = Field.optional("pool", Scalars.TEXT, "the workload's name")
            .about(
                    "name of the pool: workloads that name the same one share its texts, and its text 0 is `NAME.0` in the"
                            + " prompts of requests and warm caches")
            .example("system");
    private static final Field<Integer> PREFIXES = Field.of(
                    "prefixes", Scalars.count("a number of prefixes", 1, 100_000), "1")
            .about("how many different texts there are")
            .example("8");
    private static final Field<Amount> PREFIX_TOKENS = Field.required("tokens", AmountFields.AMOUNT)
            .about("length of a text in tokens, drawn once for each")
            .example("4096");
    private static final Field<Double> SKEW = Field.of(
                    "skew",
                    new ScalarType<>(
                                    "number",
                                    "an exponent from 0 to 10, such as 1",
                                    ScalarType.Json.NUMBER_OR_TEXT,
                                    WorkloadFields::exponent)
                            .matching(EXPONENT_PATTERN),
                    "0")
            .about("how uneven their popularity is: text k, counted from 1, is as popular as 1 / k^skew (Zipf's law)")
            .example("1");

    /** A pool whose name may be the workload's. */
    private record PoolDraft(@Nullable String name, int prefixes, Amount tokens, double skew) {
        PrefixPool in(String workload) {
            return new PrefixPool(name == null ? workload : name, prefixes, tokens, skew);
        }
    }

    private static final Shape<PoolDraft> PREFIX_TYPE = new Shape<>(
            "a pool of prefixes",
            "Texts that prompts begin with, such as system prompts",
            List.of(POOL, PREFIXES, PREFIX_TOKENS, SKEW),
            values -> new PoolDraft(
                    values.find(POOL).orElse(null), values.get(PREFIXES), values.get(PREFIX_TOKENS), values.get(SKEW)));

    // ---- retries -------------------------------------------------------------------------------------------------

    private static final Field<Integer> ATTEMPTS = Field.of(
                    "attempts", Scalars.count("a number of attempts", 1, 100), "2")
            .about("most attempts at a request, the first included");
    private static final Field<Long> ATTEMPT_TIMEOUT = Field.optional(
                    "timeout", Scalars.LENGTH, "an attempt may take any time")
            .about("how long an attempt may take before the router aborts it; one that fails is over at once")
            .example("20s");
    private static final Field<Long> RETRY_DELAY = Field.of("delay", Scalars.DURATION, "0s")
            .about("time from the end of an attempt to the next")
            .example("100ms");
    private static final Field<Boolean> ELSEWHERE = Field.of("elsewhere", Scalars.FLAG, "true")
            .about("whether a retry avoids the peers of earlier attempts, as far as there are others");
    private static final Field<Boolean> KEEPS_ID = Field.of("keeps_kv_request_id", Scalars.FLAG, "false")
            .about("whether the peers see all attempts under one id");

    private static final Shape<Retries> RETRIES_TYPE = new Shape<>(
            "retries",
            "What a router does about an attempt that does not succeed",
            List.of(ATTEMPTS, ATTEMPT_TIMEOUT, RETRY_DELAY, ELSEWHERE, KEEPS_ID),
            values -> new Retries(
                    values.get(ATTEMPTS),
                    values.find(ATTEMPT_TIMEOUT).orElse(null),
                    values.get(RETRY_DELAY),
                    values.get(ELSEWHERE),
                    values.get(KEEPS_ID)));

    // ---- workloads -----------------------------------------------------------------------------------------------

    private static final Field<Moment> AT =
            Field.of("at", Moments.MOMENT, "0s").about("when it starts").example("1s");
    private static final Field<Arrivals> ARRIVALS = Field.required("arrivals", ARRIVALS_TYPE)
            .about("when its sessions begin, counted from its start")
            .example("{poisson: 100ms}");
    private static final Field<Long> SESSIONS = Field.optional(
                    "sessions", Scalars.longCount("a number of sessions", 1), "`for` ends it")
            .about("most sessions; at most 100,000")
            .example("500");
    private static final Field<Long> FOR = Field.optional("for", Scalars.LENGTH, "`sessions` ends it")
            .about("how long sessions begin")
            .example("60s");
    private static final Field<PoolDraft> PREFIX = Field.optional("prefix", PREFIX_TYPE, "sessions share nothing")
            .about("texts that the prompts of its sessions begin with")
            .example("{pool: system, prefixes: 8, tokens: 4096, skew: 1}");
    private static final Field<Amount> TURNS = Field.of("turns", AmountFields.AMOUNT, "1")
            .about("requests of a session, one after the other; it ends with the first that is not answered")
            .example("{from: 1, to: 6}");
    private static final Field<Latency> THINK = Field.of("think", LinkFields.LATENCY, "0s")
            .about("time from the end of one turn to the next")
            .example("{median: 5s, p99: 60s}");
    private static final Field<Amount> TOKENS = Field.required("tokens", AmountFields.AMOUNT)
            .about("tokens that each turn adds to its session's prompt")
            .example("{median: 2000, p99: 40000}");
    private static final Field<Amount> OUTPUT = Field.of("output", AmountFields.AMOUNT, "1")
            .about("tokens that each turn generates; the next turn's prompt holds them, too");
    private static final Field<Choice> CONSUME = Field.required("consume", ChoiceFields.CHOICE)
            .about("the peers that answer")
            .example("{peers: decode-*, policy: least_loaded}");
    private static final Field<Choice> PRODUCE = Field.optional(
                    "produce", ChoiceFields.CHOICE, "nobody prefills for it")
            .about("the peers that compute prompts and offer the blocks (P of P/D)")
            .example("prefill-*");
    private static final Field<Choice> SOURCE = Field.optional("source", ChoiceFields.CHOICE, "nobody is pulled from")
            .about("the peers that the consumer, or the producer if there is one, pulls from; never from itself")
            .example("{peers: decode-*, policy: prefix_affinity}");
    private static final Field<Dispatch> DISPATCH = Field.of("dispatch", RequestFields.DISPATCH, "after_prefill")
            .about("when the two legs of a PD request are sent");
    private static final Field<Retries> RETRY = Field.optional("retries", RETRIES_TYPE, "each request is tried once")
            .about("what the router does about an attempt that does not succeed")
            .example("{attempts: 3, timeout: 20s}");
    private static final Field<Long> GIVES_UP = Field.optional("gives_up_after", Scalars.LENGTH, "clients wait")
            .about("how long after its arrival a client aborts a request, and ends its session")
            .example("300s");

    static final Shape<Draft> WORKLOAD = new Shape<>(
            "a workload",
            "Requests that are generated while the scenario runs, from streams of chance of their own: turn 1 of session"
                    + " 7 of `chat` is the request `chat.7.1`",
            List.of(
                    AT, ARRIVALS, SESSIONS, FOR, PREFIX, TURNS, THINK, TOKENS, OUTPUT, CONSUME, PRODUCE, SOURCE,
                    DISPATCH, RETRY, GIVES_UP),
            WorkloadFields::draft);

    static final Field<Map<String, Draft>> WORKLOADS = Field.of(
                    "workloads",
                    new MapType<>(
                                    "workload",
                                    WORKLOAD,
                                    (entry, reading) -> NewNameType.introduce(Reading.Names.WORKLOAD, entry, reading))
                            .namesMatching(NewNameType.PATTERN),
                    "{}")
            .about("what more clients ask, generated")
            .example("{chat: {arrivals: {poisson: 100ms}, for: 60s, tokens: 2048, consume: decode-*}}");

    private WorkloadFields() {}

    static List<WorkloadSpec> workloads(Map<String, Draft> drafts) {
        List<WorkloadSpec> workloads = new ArrayList<>();
        drafts.forEach((name, draft) -> workloads.add(draft.named(name)));
        return workloads;
    }

    private static @Nullable Draft draft(Values values) {
        if (!values.has(SESSIONS) && !values.has(FOR)) {
            values.refuse(
                    values.span(),
                    "when does it end?",
                    "add 'sessions', such as sessions: 500; or 'for', such as for: 60s");
            return null;
        }
        Mode mode = Mode.LOCAL;
        if (values.has(PRODUCE)) {
            mode = Mode.PD;
        } else if (values.has(SOURCE)) {
            mode = Mode.SYMMETRIC;
        }
        if (values.has(DISPATCH) && mode != Mode.PD) {
            values.refuse(DISPATCH, "only a pd request has two legs to dispatch", "leave it out");
            return null;
        }
        Routing routing = new Routing(
                mode,
                values.get(CONSUME),
                values.find(PRODUCE).orElse(null),
                values.find(SOURCE).orElse(null),
                mode == Mode.PD ? values.get(DISPATCH) : new Dispatch.Together());
        PoolDraft pool = values.find(PREFIX).orElse(null);
        return name -> new WorkloadSpec(
                name,
                values.get(AT),
                values.get(ARRIVALS),
                values.find(SESSIONS).orElse(null),
                values.find(FOR).orElse(null),
                pool == null ? null : pool.in(name),
                new Sessions(values.get(TURNS), values.get(THINK), values.get(TOKENS), values.get(OUTPUT)),
                routing,
                values.find(RETRY).orElse(Retries.NONE),
                values.find(GIVES_UP).orElse(null));
    }

    private static double exponent(String text) throws UnitException {
        String number = text.strip();
        if (!number.matches(EXPONENT_PATTERN)) {
            throw new UnitException("'" + text + "' is no number", "such as 1 or 0.8");
        }
        double value = Double.parseDouble(number);
        if (value > 10) {
            throw new UnitException("must be from 0 to 10", "");
        }
        return value;
    }
}
