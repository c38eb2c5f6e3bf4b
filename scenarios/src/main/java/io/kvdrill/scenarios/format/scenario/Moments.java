package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.MapType;
import io.kvdrill.scenarios.format.shape.NameType;
import io.kvdrill.scenarios.format.shape.OneOf;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Moment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** When things happen: times, events, and edges of deadlines. */
final class Moments {
    private static final Pattern EVENT =
            Pattern.compile("(?:(sent|received)[ :]\\s*)?([a-z0-9_]+)(?:\\s+at\\s+([A-Za-z0-9_-]+))?");
    private static final EventCatalogue CATALOGUE = new EventCatalogue();
    private static final Pattern RELATIVE = Pattern.compile("([A-Za-z_][A-Za-z0-9_-]*)(?:\\s*\\+\\s*(\\S.*))?");

    // ---- events --------------------------------------------------------------------------------------------------

    private static final ScalarType<Boundary> EVENT_WORDS = new ScalarType<>(
                    "event in words",
                    "an event, such as write_ended, sent transfer_done, or received fetch at prefill",
                    ScalarType.Json.TEXT,
                    Moments::event)
            .matching(EVENT.pattern())
            .suggesting(eventNames());

    private static final Field<Boundary> EVENT_NAME = Field.required("event", EVENT_WORDS)
            .about("the event, by its name in a stored trace, or `sent` or `received` and the name of a message")
            .example("sent transfer_done");
    private static final Field<String> EVENT_AT = Field.optional("at", new NameType(Reading.Names.PEER), "at any peer")
            .about("the peer at which it happens")
            .example("prefill");
    private static final Field<Map<String, String>> EVENT_WITH = Field.optional(
                    "with",
                    new MapType<>("field of the event", Scalars.TEXT, (entry, reading) -> true),
                    "whatever its fields are")
            .about("values that its fields must have, by their names in a stored trace")
            .example("{request: r1}");

    /** Something that happens and leaves a trace event. */
    static final Either<Boundary> BOUNDARY = new Either<>(
            EVENT_WORDS,
            new Shape<>(
                    "an event",
                    "Something that happens in a run and leaves a trace event",
                    List.of(EVENT_NAME, EVENT_AT, EVENT_WITH),
                    Moments::filtered));

    // ---- moments -------------------------------------------------------------------------------------------------

    static final Field<Boundary> AFTER = Field.required("after", BOUNDARY)
            .about("the event that is waited for")
            .example("store_parked at prefill");
    static final Field<Long> NTH = Field.of("nth", Scalars.longCount("which time", 1), "1")
            .about("which of these events, counted from the start of the run");
    static final Field<Long> PLUS = Field.of("plus", Scalars.DURATION, "0s")
            .about("how much later than the event; 0s is at once, before anything else happens");
    static final Field<Boundary> BEFORE = Field.optional("before", BOUNDARY, "nothing is held against it")
            .about(
                    "what must not have happened yet when the moment would come, `plus` included (with `nth`: not so often): if it has, the moment never comes, and the run says so")
            .example("sent transfer_done");

    private static final Field<String> EDGE = Field.required(
                    "edge", Scalars.nameAmong("deadline", CATALOGUE.deadlineRows()))
            .about("the profile row of the deadline")
            .example("load_timeout_pd");
    private static final Field<String> EDGE_OF = Field.optional("of", new NameType(Reading.Names.PEER), "of any peer")
            .about("whose deadline")
            .example("decode");
    private static final Field<Long> EDGE_NTH = Field.of("nth", Scalars.longCount("which deadline", 1), "1")
            .about("which of these deadlines, in the order in which they were armed");
    private static final Field<Long> OFFSET = Field.of("offset", Scalars.OFFSET, "0s")
            .about("distance from the first nanosecond that counts as due: -1ns is just before")
            .example("-1ns");

    private static final String LEFT_OPEN = "any";

    private static final ScalarType<Moment> WORDS = new ScalarType<>(
                    "moment in words",
                    "a time such as 10s, or the name of a moment and a delay such as parked + 59.9s",
                    ScalarType.Json.TEXT,
                    Moments::moment)
            .matching("(?:" + Units.NANOS_PATTERN + "|[A-Za-z_][A-Za-z0-9_-]*(?:\\s*\\+\\s*" + Units.NANOS_PATTERN
                    + ")?)");

    /** When something is to happen. */
    static final Type<Moment> MOMENT = new Either<>(
            WORDS,
            new OneOf<>(
                    "a moment",
                    "When something is to happen",
                    List.of(
                            new Shape<>(
                                    "a moment after an event",
                                    "A moment counted from something that happens",
                                    List.of(AFTER, NTH, PLUS, BEFORE),
                                    Moments::afterEvent),
                            new Shape<>(
                                    "the edge of a deadline",
                                    "A moment at, or beside, the expiry of a deadline",
                                    List.of(EDGE, EDGE_OF, EDGE_NTH, OFFSET),
                                    values -> new Moment.Edge(
                                            values.get(EDGE),
                                            values.find(EDGE_OF).orElse(null),
                                            values.get(EDGE_NTH),
                                            values.get(OFFSET))))));

    private Moments() {}

    static Moment afterEvent(Values values) {
        return new Moment.After(
                values.get(AFTER),
                values.get(NTH),
                values.get(PLUS),
                values.find(BEFORE).orElse(null));
    }

    /** What may be written for an event of any peer. */
    private static List<String> eventNames() {
        List<String> names = new ArrayList<>();
        CATALOGUE.messages().forEach(message -> names.addAll(List.of("sent " + message, "received " + message)));
        names.addAll(CATALOGUE.events());
        return names;
    }

    private static Boundary event(String text) throws UnitException {
        Matcher matcher = EVENT.matcher(text.strip());
        if (!matcher.matches()) {
            throw new UnitException(
                    "'" + text + "' is no event", "such as write_ended, sent transfer_done, received fetch at prefill");
        }
        String direction = matcher.group(1);
        String name = matcher.group(2);
        Collection<String> known = direction == null ? CATALOGUE.events() : CATALOGUE.messages();
        if (!known.contains(name)) {
            throw new UnitException(
                    direction == null
                            ? "there is no event called '" + name + "'"
                            : "there is no message '" + name + "'",
                    misnamed(direction, name, known));
        }
        return new Boundary(
                direction == null ? matcher.group(2) : direction + ":" + matcher.group(2), matcher.group(3), List.of());
    }

    private static String misnamed(@Nullable String direction, String name, Collection<String> known) {
        if (direction == null && CATALOGUE.messages().contains(name)) {
            return "it is a message: write sent " + name + ", or received " + name;
        }
        return Nearest.to(name, known)
                .map(near -> "did you mean '" + near + "'?")
                .orElse("`kvdrill explain events` lists them");
    }

    private static @Nullable Boundary filtered(Values values) {
        Boundary event = values.get(EVENT_NAME);
        String where = event.where();
        if (where != null && values.has(EVENT_AT)) {
            values.refuse(EVENT_AT, "the peer is given twice", "leave one out");
            return null;
        }
        List<Boundary.Filter> filters = new ArrayList<>();
        values.find(EVENT_WITH)
                .ifPresent(with -> with.forEach((field, value) -> filters.add(new Boundary.Filter(field, value))));
        return new Boundary(event.event(), values.find(EVENT_AT).orElse(where), filters);
    }

    private static Moment moment(String text) throws UnitException {
        String body = text.strip();
        if (!body.isEmpty() && Character.isDigit(body.charAt(0))) {
            return new Moment.At(Units.nanos(body));
        }
        if (body.equals(LEFT_OPEN)) {
            return new Moment.Any();
        }
        Matcher matcher = RELATIVE.matcher(body);
        if (!matcher.matches()) {
            throw new UnitException("'" + text + "' is no moment", "a time such as 10s, or a name such as parked + 5s");
        }
        String delay = matcher.group(2);
        return new Moment.Relative(matcher.group(1), delay == null ? 0 : Units.nanos(delay));
    }
}
