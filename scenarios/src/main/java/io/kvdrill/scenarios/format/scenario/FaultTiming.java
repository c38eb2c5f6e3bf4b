package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.expand.CountFields;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.NewNameType;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** When a fault strikes and, for one that lasts, when it ends: the same fields for all faults. */
final class FaultTiming {

    /** Makes a fault of its own fields. */
    @FunctionalInterface
    interface Builder {
        /** The fault, or null after it was refused. */
        @Nullable Fault build(Values values);
    }

    private static final Field<Moment> AT = Field.optional("at", Moments.MOMENT, "`after` says when")
            .about(
                    "when it strikes; `any` leaves it open: `kvdrill explore` tries every moment, and in an ordinary run it never comes")
            .example("3s");
    private static final Field<Boundary> AFTER = Field.optional("after", Moments.BOUNDARY, "`at` says when")
            .about("the event that it waits for")
            .example("write_started at prefill");
    private static final Field<Long> NTH = Field.optional("nth", Scalars.longCount("which time", 1), "the first")
            .about("with `after`: which of these events, counted from the start of the run")
            .example("3");
    private static final Field<Long> PLUS = Field.optional("plus", Scalars.DURATION, "at once")
            .about("with `after`: how much later than the event")
            .example("5ms");
    private static final Field<Boundary> BEFORE = Field.optional(
                    "before", Moments.BOUNDARY, "nothing is held against it")
            .about(
                    "with `after`: what must not have happened yet when the fault would strike, `plus` included (with `nth`: not so often); if it has, the fault never strikes, and the run says so")
            .example("sent transfer_done");
    private static final Field<String> NAME = Field.optional(
                    "name", new NewNameType(Reading.Names.MOMENT), "nothing can refer to it")
            .about("a name for the moment when it strikes")
            .example("death");
    private static final Field<Long> FOR = Field.optional("for", Scalars.LENGTH, "until it heals or the run ends")
            .about("how long it lasts")
            .example("5s");
    private static final Field<Moment> UNTIL = Field.optional("until", Moments.MOMENT, "until it heals or the run ends")
            .about("when it ends")
            .example("20s");

    private FaultTiming() {}

    /** A fault that strikes and is over. */
    static Shape<FaultSpec> stroke(String name, String about, List<Field<?>> own, Builder builder) {
        return fault(
                name,
                about,
                own,
                List.of(AT, AFTER, NTH, PLUS, BEFORE, CountFields.FAULT_EVERY, CountFields.TIMES, NAME),
                builder);
    }

    /** A fault that lasts. */
    static Shape<FaultSpec> lasting(String name, String about, List<Field<?>> own, Builder builder) {
        return fault(
                name,
                about,
                own,
                List.of(AT, AFTER, NTH, PLUS, BEFORE, FOR, UNTIL, CountFields.FAULT_EVERY, CountFields.TIMES, NAME),
                builder);
    }

    private static Shape<FaultSpec> fault(
            String name, String about, List<Field<?>> own, List<Field<?>> timing, Builder builder) {
        List<Field<?>> fields = new ArrayList<>(own);
        fields.addAll(timing);
        return new Shape<>(name, about, fields, values -> spec(values, builder));
    }

    private static @Nullable FaultSpec spec(Values values, Builder builder) {
        Moment at = moment(values);
        if (values.has(FOR) && values.has(UNTIL)) {
            values.refuse(UNTIL, "a fault has either 'for' or 'until'", "leave one out");
        }
        Fault fault = builder.build(values);
        if (at == null || fault == null) {
            return null;
        }
        return new FaultSpec(
                values.find(NAME).orElse(null),
                at,
                values.find(FOR).orElse(null),
                values.find(UNTIL).orElse(null),
                fault);
    }

    private static @Nullable Moment moment(Values values) {
        if (values.has(AT) == values.has(AFTER)) {
            values.refuse(
                    values.span(),
                    values.has(AT) ? "a fault has either 'at' or 'after'" : "when does it strike?",
                    values.has(AT)
                            ? "leave one out"
                            : "add 'at', such as at: 3s; or 'after', such as after: write_started");
            return null;
        }
        for (Field<?> field : List.of(NTH, PLUS, BEFORE)) {
            if (values.has(field) && values.has(AT)) {
                values.refuse(field, "'" + field.name() + "' goes with 'after', not with 'at'", "");
                return null;
            }
        }
        return values.find(AT)
                .orElseGet(() -> new Moment.After(
                        values.get(AFTER),
                        values.find(NTH).orElse(1L),
                        values.find(PLUS).orElse(0L),
                        values.find(BEFORE).orElse(null)));
    }
}
