package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.OneOf;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.sim.world.Amount;
import java.util.List;

/** Numbers that differ from time to time. */
final class AmountFields {
    private static final Field<Long> FROM = Field.required("from", Scalars.longCount("a number", 1))
            .about("the smallest")
            .example("1000");
    private static final Field<Long> TO = Field.required("to", Scalars.longCount("a number", 1))
            .about("the largest")
            .example("8000");
    private static final Field<Long> MEDIAN = Field.required("median", Scalars.longCount("a number", 1))
            .about("half of them are smaller")
            .example("2000");
    private static final Field<Long> P99 = Field.required("p99", Scalars.longCount("a number", 1))
            .about("one of a hundred is larger, and none more than four times as large")
            .example("40000");

    /** {@code 4096}, {@code {from: 1000, to: 8000}} or {@code {median: 2000, p99: 40000}}. */
    static final Type<Amount> AMOUNT = new Either<Amount>(
            new ScalarType<>("whole number", "a whole number such as 4096", ScalarType.Json.INTEGER, text -> {
                long number = Units.count(text);
                if (number == 0) {
                    throw new UnitException("must be at least 1", "");
                }
                return Amount.fixed(number);
            }),
            new OneOf<Amount>(
                    "a spread of numbers",
                    "Numbers that differ from time to time",
                    List.of(
                            new Shape<>(
                                    "an even spread of numbers",
                                    "Anything between two numbers, equally likely",
                                    List.of(FROM, TO),
                                    values -> new Amount.Uniform(values.get(FROM), values.get(TO))),
                            new Shape<>(
                                    "a log-normal spread of numbers",
                                    "Mostly small, now and then large",
                                    List.of(MEDIAN, P99),
                                    values -> new Amount.LogNormal(values.get(MEDIAN), values.get(P99))))));

    private AmountFields() {}
}
