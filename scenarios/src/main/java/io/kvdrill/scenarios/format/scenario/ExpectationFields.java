package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.NameType;
import io.kvdrill.scenarios.format.shape.OneOf;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.shape.WordType;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a scenario states about its outcome. */
final class ExpectationFields {

    /** How often something happens. */
    private record Times(long least, long most) {}

    private static final NameType PEER = new NameType(Reading.Names.PEER);
    private static final NameType REQUEST = new NameType(Reading.Names.REQUEST);

    // ---- time ----------------------------------------------------------------------------------------------------

    static final Field<Long> WITHIN = Field.optional("within", Scalars.DURATION, "at any time")
            .about("at most this long after its start")
            .example("11s");
    static final Field<Long> NOT_BEFORE = Field.optional("not_before", Scalars.DURATION, "at any time")
            .about("at least this long after its start")
            .example("10s");

    // ---- jobs ----------------------------------------------------------------------------------------------------

    private static final Field<Integer> NTH = Field.of("nth", Scalars.count("which one", 1, Integer.MAX_VALUE), "1")
            .about("which of them, counted from 1");
    private static final Field<Boolean> ENDS = Field.required(
                    "ends",
                    WordType.<Boolean>named("result")
                            .word("ok", true, "successfully")
                            .word("failed", false, "as a failure"))
            .about("its result; the time counts from its submission")
            .example("failed");
    private static final Field<String> BECAUSE = Field.optional("because", Scalars.TEXT, "for any reason")
            .about("text that the reason in the trace contains")
            .example("timeout");

    private static final Field<String> LOAD = request("load", "the request whose load it is");
    private static final Field<String> STORE = request("store", "the request whose store it is");

    // ---- requests ------------------------------------------------------------------------------------------------

    private static final Field<String> FINISHED = request("request", "the request");
    private static final Field<Finish> HOW = Field.required(
                    "finishes",
                    WordType.<Finish>named("way to finish")
                            .word("with_remote_kv", Finish.REMOTE_KV, "answered, with blocks that a peer wrote")
                            .word("by_local_prefill", Finish.LOCAL_PREFILL, "answered, and no block came from a peer")
                            .word("failed", Finish.FAILED, "not answered: an engine died")
                            .word("given_up", Finish.GIVEN_UP, "not answered in the client's patience"))
            .about("how it ends for its client; the time counts from its arrival")
            .example("by_local_prefill");

    // ---- laws ----------------------------------------------------------------------------------------------------

    private static final Field<List<String>> HOLD = Field.required("laws_hold", new ListType<>(Scalars.LAW_OR_ALL))
            .about("laws that hold, or `all`; without such an expectation all must")
            .example("[I1, I2]");
    private static final Field<String> BREAKS =
            Field.required("law_breaks", Scalars.LAW).about("a law that breaks").example("I2");

    // ---- events --------------------------------------------------------------------------------------------------

    private static final Field<Long> AT_LEAST =
            Field.of("at_least", Scalars.longCount("how often", 0), "0").about("at least this often");
    private static final Field<Long> AT_MOST = Field.optional(
                    "at_most", Scalars.longCount("how often", 0), "any number of times")
            .about("at most this often")
            .example("3");
    private static final Type<Times> TIMES = new Either<>(
            new ScalarType<>("whole number", "how often, such as 1", ScalarType.Json.INTEGER, text -> {
                long times = Units.count(text);
                return new Times(times, times);
            }),
            new Shape<>("a number of times", "How often something happens", List.of(AT_LEAST, AT_MOST), values -> {
                long least = values.get(AT_LEAST);
                long most = values.find(AT_MOST).orElse(Long.MAX_VALUE);
                inOrder(values, AT_MOST, least, most);
                return new Times(least, most);
            }));

    private static final Field<Boundary> HAPPENS =
            Field.required("happens", Moments.BOUNDARY).about("an event").example("load_timed_out at decode");
    private static final Field<Times> HAPPENS_TIMES = Field.optional("times", TIMES, "at least once")
            .about("how often in the whole run")
            .example("1");
    private static final Field<Long> HAPPENS_NTH = Field.optional("nth", Scalars.longCount("which one", 1), "the first")
            .about("with a time: which of these events, counted from 1")
            .example("2");
    private static final Field<Boundary> SINCE = Field.optional("since", Moments.BOUNDARY, "the start of the run")
            .about("with a time: the earlier event from which it counts")
            .example("received abort_fetch at prefill");
    private static final Field<Boundary> NEVER = Field.required("never", Moments.BOUNDARY)
            .about("an event that must not happen")
            .example("peer_down");

    // ---- state ---------------------------------------------------------------------------------------------------

    /** Empty for everywhere. */
    static final Type<Optional<String>> PEER_OR_EVERYWHERE = new ScalarType<>(
            "peer or everywhere",
            "the name of a peer, or everywhere",
            ScalarType.Json.TEXT,
            text -> text.equals("everywhere") ? Optional.empty() : Optional.of(text));

    private static final Field<Optional<String>> SLOTS_FREE = Field.required("slots_free", PEER_OR_EVERYWHERE)
            .about("the peer at which no slot is pinned, reserved or quarantined at the end, or `everywhere`")
            .example("everywhere");
    private static final Field<Optional<String>> PINNED = Field.required("pinned", PEER_OR_EVERYWHERE)
            .about("the peer whose slots are pinned for transfers for a bounded time, or `everywhere` for each of them")
            .example("prefill");
    private static final Field<Long> PINNED_AT_MOST = Field.required("at_most", Scalars.SLOT_TIME)
            .about("how long in the whole run, added up over slots; quarantined slots are not counted")
            .example("15616 slot-s");
    private static final Field<String> CRASHES =
            peer("crashes", "the peer whose engine crashes of itself; a kill is no crash");
    private static final Field<String> SURVIVES = peer("survives", "the peer whose engine does not crash");

    private static final List<Shape<? extends Expectation>> FORMS = List.of(
            new Shape<>(
                    "an expectation of a load",
                    "A load of a request gets a result; subject: the request and `nth`",
                    List.of(LOAD, NTH, ENDS, WITHIN, NOT_BEFORE, BECAUSE),
                    values -> new Expectation.LoadEnds(
                            values.get(LOAD),
                            values.get(NTH),
                            values.get(ENDS),
                            span(values),
                            values.find(BECAUSE).orElse(null))),
            new Shape<>(
                    "an expectation of a store",
                    "A store of a request gets a result; subject: the request and `nth`",
                    List.of(STORE, NTH, ENDS, WITHIN, NOT_BEFORE, BECAUSE),
                    values -> new Expectation.StoreEnds(
                            values.get(STORE),
                            values.get(NTH),
                            values.get(ENDS),
                            span(values),
                            values.find(BECAUSE).orElse(null))),
            new Shape<>(
                    "an expectation of a request",
                    "A request ends for its client; subject: the request",
                    List.of(FINISHED, HOW, WITHIN, NOT_BEFORE),
                    values -> new Expectation.RequestFinishes(values.get(FINISHED), values.get(HOW), span(values))),
            new Shape<>(
                    "an expectation of laws",
                    "Laws hold; subject: these laws, as listed",
                    List.of(HOLD),
                    values -> new Expectation.LawsHold(
                            values.get(HOLD).equals(List.of("all")) ? List.of() : values.get(HOLD))),
            new Shape<>(
                    "an expectation of a break",
                    "A law breaks; subject: the law",
                    List.of(BREAKS),
                    values -> new Expectation.LawBreaks(values.get(BREAKS))),
            new Shape<>(
                    "an expectation of an event",
                    "Something happens: so often, or so long after something else; subject: the event with its `at` and `with`, whether `happens` or `never`",
                    List.of(HAPPENS, HAPPENS_TIMES, HAPPENS_NTH, SINCE, WITHIN, NOT_BEFORE),
                    ExpectationFields::happens),
            new Shape<>(
                    "an expectation of absence",
                    "Something does not happen; subject: the event with its `at` and `with`, whether `happens` or `never`",
                    List.of(NEVER),
                    values -> new Expectation.Happens(values.get(NEVER), 0, 0)),
            new Shape<>(
                    "an expectation of slots",
                    "No slot is pinned, reserved or quarantined at the end; subject: the free slots of that peer, or of everywhere",
                    List.of(SLOTS_FREE),
                    values -> new Expectation.SlotsFree(values.get(SLOTS_FREE).orElse(null))),
            new Shape<>(
                    "an expectation of pins",
                    "The slots of a peer are pinned for a bounded time; subject: the pins of that peer, or of everywhere",
                    List.of(PINNED, PINNED_AT_MOST),
                    values ->
                            new Expectation.PinnedAtMost(values.get(PINNED).orElse(null), values.get(PINNED_AT_MOST))),
            new Shape<>(
                    "an expectation of a crash",
                    "An engine crashes of itself; subject: the engine, whether `crashes` or `survives`",
                    List.of(CRASHES),
                    values -> new Expectation.EngineCrashes(values.get(CRASHES), true)),
            new Shape<>(
                    "an expectation of survival",
                    "An engine does not crash; subject: the engine, whether `crashes` or `survives`",
                    List.of(SURVIVES),
                    values -> new Expectation.EngineCrashes(values.get(SURVIVES), false)));

    /** Something that is stated about the outcome. */
    static final OneOf<Expectation> EXPECTATION = expectation();

    static final Field<List<Expectation>> EXPECT = Field.of("expect", new ListType<>(EXPECTATION), "[]")
            .about("what comes of it under `profile`, and under every other one that does not say otherwise")
            .example("[{load: r1, ends: failed, within: 11s}, {request: r1, finishes: by_local_prefill}]");

    private ExpectationFields() {}

    private static OneOf<Expectation> expectation() {
        List<Shape<? extends Expectation>> forms = new ArrayList<>(FORMS);
        forms.addAll(CountExpectations.FORMS);
        return new OneOf<>("an expectation", "Something that is stated about the outcome", forms);
    }

    private static @Nullable Expectation happens(Values values) {
        boolean timed = values.has(SINCE) || values.has(WITHIN) || values.has(NOT_BEFORE) || values.has(HAPPENS_NTH);
        if (timed && values.has(HAPPENS_TIMES)) {
            values.refuse(HAPPENS_TIMES, "'times' does not go with a time", "make it an expectation of its own");
            return null;
        }
        if (timed) {
            return new Expectation.HappensAfter(
                    values.get(HAPPENS),
                    values.find(HAPPENS_NTH).orElse(1L),
                    values.find(SINCE).orElse(null),
                    span(values));
        }
        Times times = values.find(HAPPENS_TIMES).orElse(new Times(1, Long.MAX_VALUE));
        return new Expectation.Happens(values.get(HAPPENS), times.least(), times.most());
    }

    /** Refuses limits that nothing lies between. */
    static void inOrder(Values values, Field<?> upper, long least, long most) {
        if (least > most) {
            values.refuse(
                    upper, "nothing is at least " + least + " and at most " + most, "swap the two, or leave one out");
        }
    }

    static Span span(Values values) {
        long least = values.find(NOT_BEFORE).orElse(0L);
        long most = values.find(WITHIN).orElse(Long.MAX_VALUE);
        if (least > most) {
            values.refuse(
                    NOT_BEFORE,
                    "not before " + Texts.duration(least) + " and within " + Texts.duration(most) + " cannot both be",
                    "");
        }
        return new Span(least, most);
    }

    private static Field<String> request(String name, String about) {
        return Field.required(name, REQUEST).about(about).example("r1");
    }

    private static Field<String> peer(String name, String about) {
        return Field.required(name, PEER).about(about).example("decode");
    }
}
