package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.NameType;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.shape.WordType;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Wait;
import io.kvdrill.sim.world.Portion;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a scenario states about many things at a time: the requests of a workload, and sessions. */
final class CountExpectations {

    /** How requests end; null for any way. */
    private record How(@Nullable Finish finish) {}

    private static final NameType WORKLOAD = new NameType(Reading.Names.WORKLOAD);

    private static final String HUNDREDTHS_PATTERN = "[0-9]{1,3}(?:\\.[0-9]{1,2})?";

    private static final ScalarType<Portion> PORTION = new ScalarType<>(
                    "number or share",
                    "a number of requests such as 3, or a share such as 97.5%",
                    ScalarType.Json.NUMBER_OR_TEXT,
                    CountExpectations::portion)
            .matching(Units.COUNT_PATTERN + "|" + HUNDREDTHS_PATTERN + "\\s*%");

    private static final Field<String> REQUESTS_OF = Field.required("workload", WORKLOAD)
            .about("the workload whose requests are counted")
            .example("chat");
    private static final Field<How> FINISH = Field.required(
                    "finishes",
                    WordType.<How>named("way to finish")
                            .word(
                                    "with_remote_kv",
                                    new How(Finish.REMOTE_KV),
                                    "answered, with blocks that a peer wrote")
                            .word(
                                    "by_local_prefill",
                                    new How(Finish.LOCAL_PREFILL),
                                    "answered, and no block came from a peer")
                            .word("failed", new How(Finish.FAILED), "not answered: its last attempt failed")
                            .word("given_up", new How(Finish.GIVEN_UP), "not answered in the client's patience")
                            .word("somehow", new How(null), "in any of these ways"))
            .about("how they end for their clients")
            .example("with_remote_kv");
    private static final Field<Portion> AT_LEAST = Field.optional("at_least", PORTION, "any number")
            .about("at least so many, or such a share of those that arrived")
            .example("97%");
    private static final Field<Portion> AT_MOST = Field.optional("at_most", PORTION, "any number")
            .about("at most so many, or such a share of those that arrived")
            .example("3");

    private static final Field<String> WAITS = Field.required("waits", WORKLOAD)
            .about("the workload whose clients wait")
            .example("chat");
    private static final Field<Wait> WAIT_FOR = Field.of(
                    "for",
                    WordType.<Wait>named("thing to wait for")
                            .word("first_token", Wait.FIRST_TOKEN, "the first token of the answer")
                            .word("end", Wait.END, "the end of the request, however it ends"),
                    "first_token")
            .about("what they wait for, from the arrival of each request; who waits in vain waits for ever");
    private static final Field<Integer> PERCENTILE = Field.of(
                    "percentile",
                    new ScalarType<>(
                                    "percentile",
                                    "a percentile above 0, up to 100, such as 99 or 99.9",
                                    ScalarType.Json.NUMBER_OR_TEXT,
                                    CountExpectations::percentile)
                            .matching(HUNDREDTHS_PATTERN),
                    "100")
            .about("which of the waits, sorted: 50 is the median, 100 the longest")
            .example("99");

    private static final Field<Optional<String>> SESSIONS_OF = Field.required(
                    "sessions", ExpectationFields.PEER_OR_EVERYWHERE)
            .about("the peer whose sessions are counted, or `everywhere` for each of them")
            .example("engine");
    private static final Field<Boolean> WHEN = Field.of(
                    "when",
                    WordType.<Boolean>named("time")
                            .word("at_end", true, "those that are open at the end")
                            .word("at_a_time", false, "the most that were open at a time"),
                    "at_end")
            .about("which of them count");
    private static final Field<Long> FEWEST =
            Field.of("at_least", Scalars.longCount("how many", 0), "0").about("at least so many");
    private static final Field<Long> MOST = Field.optional("at_most", Scalars.longCount("how many", 0), "any number")
            .about("at most so many")
            .example("128");

    static final List<Shape<? extends Expectation>> FORMS = List.of(
            new Shape<>(
                    "an expectation of a workload",
                    "So many requests of a workload end in a way; subject: the workload and the way",
                    List.of(REQUESTS_OF, FINISH, AT_LEAST, AT_MOST),
                    CountExpectations::finishes),
            new Shape<>(
                    "an expectation of waits",
                    "The clients of a workload wait so long; subject: the workload, `for` and `percentile`",
                    List.of(WAITS, WAIT_FOR, PERCENTILE, ExpectationFields.WITHIN, ExpectationFields.NOT_BEFORE),
                    CountExpectations::waits),
            new Shape<>(
                    "an expectation of sessions",
                    "A peer has so many sessions with others; subject: the peer, or everywhere, and `when`",
                    List.of(SESSIONS_OF, WHEN, FEWEST, MOST),
                    CountExpectations::sessions));

    private CountExpectations() {}

    private static @Nullable Expectation finishes(Values values) {
        if (!values.has(AT_LEAST) && !values.has(AT_MOST)) {
            values.refuse(values.span(), "how many?", "add 'at_least' or 'at_most', such as at_least: 97%");
            return null;
        }
        return new Expectation.WorkloadFinishes(
                values.get(REQUESTS_OF),
                values.get(FINISH).finish(),
                values.find(AT_LEAST).orElse(null),
                values.find(AT_MOST).orElse(null));
    }

    private static @Nullable Expectation waits(Values values) {
        if (!values.has(ExpectationFields.WITHIN) && !values.has(ExpectationFields.NOT_BEFORE)) {
            values.refuse(values.span(), "how long?", "add 'within' or 'not_before', such as within: 2s");
            return null;
        }
        return new Expectation.WorkloadWaits(
                values.get(WAITS), values.get(WAIT_FOR), values.get(PERCENTILE), ExpectationFields.span(values));
    }

    private static Expectation sessions(Values values) {
        long fewest = values.get(FEWEST);
        long most = values.find(MOST).orElse(Long.MAX_VALUE);
        ExpectationFields.inOrder(values, MOST, fewest, most);
        return new Expectation.SessionsOpen(values.get(SESSIONS_OF).orElse(null), values.get(WHEN), fewest, most);
    }

    private static Portion portion(String text) throws UnitException {
        String body = text.strip();
        if (!body.endsWith("%")) {
            return new Portion.Count(Units.count(body));
        }
        int share = hundredths(body.substring(0, body.length() - 1).strip());
        if (share < 0 || share > Portion.Share.ALL) {
            throw new UnitException("a share is from 0% to 100%", "with at most two decimals");
        }
        return new Portion.Share(share);
    }

    private static int percentile(String text) throws UnitException {
        int value = hundredths(text.strip());
        if (value <= 0 || value > Portion.Share.ALL) {
            throw new UnitException("a percentile is above 0 and up to 100", "with at most two decimals");
        }
        return value;
    }

    /** A number in hundredths; -1 if it is none, or has more decimals. */
    private static int hundredths(String number) {
        return number.matches(HUNDREDTHS_PATTERN)
                ? new BigDecimal(number).movePointRight(2).intValueExact()
                : -1;
    }
}
