package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.scenarios.format.shape.Either;
import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ScalarType;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Type;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.shape.WordType;
import io.kvdrill.scenarios.format.source.Nearest;
import io.kvdrill.scenarios.format.unit.UnitException;
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.HostileFrame;
import io.kvdrill.sim.world.Fault.MessageMatch;
import io.kvdrill.sim.world.Fault.RegistrationFate;
import io.kvdrill.sim.world.Fault.WriteFate;
import io.kvdrill.sim.world.Fault.WriteMatch;
import io.kvdrill.sim.world.FaultSpec;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Faults of messages, registrations and writes. */
final class TrafficFaultFields {

    /** Messages, and which of them: 0 for all. */
    private record Messages(MessageMatch match, long nth) {}

    private static final ScalarType<Long> NTH_OR_ALL = new ScalarType<>(
                    "whole number or all", "which one, counted from 1, or all", ScalarType.Json.TEXT, text -> {
                        if (text.equals("all")) {
                            return 0L;
                        }
                        long nth = Units.count(text);
                        if (nth == 0) {
                            throw new UnitException("they are counted from 1", "or write all");
                        }
                        return nth;
                    })
            .matching("all|" + Units.COUNT_PATTERN);

    // ---- messages ------------------------------------------------------------------------------------------------

    private static final WordType<String> MESSAGE = messages();
    private static final Field<String> FROM = Field.optional("from", FaultFields.PEER, "any peer")
            .about("who sends")
            .example("prefill");
    private static final Field<String> TO = Field.optional("to", FaultFields.PEER, "any peer")
            .about("who is meant to receive")
            .example("decode");
    private static final Field<String> TYPE = Field.optional("type", MESSAGE, "any type")
            .about("the type of message")
            .example("transfer_done");
    private static final Field<String> REQUEST = Field.optional("request", Scalars.TEXT, "any request")
            .about("the request that it is about, as peers call it")
            .example("r1");
    private static final Field<Long> MESSAGE_NTH = Field.of("nth", NTH_OR_ALL, "all")
            .about("which of them, counted from the moment when the fault strikes")
            .example("1");

    private static final Type<MessageMatch> MATCH = new Either<>(
            typeAlone(type -> new MessageMatch(null, null, type, null)),
            new Shape<>(
                    "a choice of messages",
                    "Messages that a fault is about",
                    List.of(FROM, TO, TYPE, REQUEST),
                    TrafficFaultFields::match));

    private static final Type<Messages> COUNTED_MATCH = new Either<>(
            typeAlone(type -> new Messages(new MessageMatch(null, null, type, null), 0)),
            new Shape<>(
                    "a choice of messages",
                    "Messages that a fault is about",
                    List.of(FROM, TO, TYPE, REQUEST, MESSAGE_NTH),
                    values -> new Messages(match(values), values.get(MESSAGE_NTH))));

    private static final String MATCH_EXAMPLE = "{from: prefill, type: transfer_done}";
    private static final Field<MessageMatch> DELAY = Field.required("delay", MATCH)
            .about("the messages that take longer")
            .example(MATCH_EXAMPLE);
    private static final Field<MessageMatch> HOLD = Field.required("hold", MATCH)
            .about("the messages that wait, and arrive in their order when the fault ends")
            .example(MATCH_EXAMPLE);
    private static final Field<Messages> DROP = Field.required("drop", COUNTED_MATCH)
            .about("the messages that are lost")
            .example(MATCH_EXAMPLE);
    private static final Field<Long> BY = Field.required("by", Scalars.LENGTH)
            .about("how much longer they take")
            .example("40ms");
    private static final Field<Long> JITTER = Field.of("jitter", Scalars.DURATION, "0s")
            .about("up to how much more than `by`, at random for each message")
            .example("10ms");
    private static final Field<HostileFrame> FRAME = Field.required("frame", FaultFields.frames())
            .about("what arrives, though no peer sends such a thing")
            .example("garbage");
    private static final Field<String> AS = Field.required("as", Scalars.TEXT)
            .about("the identity that it comes under: host:port, of a peer or of nobody")
            .example("10.9.9.9:5710");
    private static final Field<String> FRAME_TO =
            Field.required("to", FaultFields.PEER).about("where it arrives").example("prefill");
    private static final Field<String> FRAME_REQUEST = Field.optional(
                    "request", Scalars.TEXT, "about none that anybody has")
            .about("the request that it is about, where it is about one")
            .example("r1");
    private static final Field<Long> FRAME_ROUND = Field.of("round", Scalars.longCount("a round", 0), "0")
            .about("the round that it is about, where it is about one")
            .example("1");

    // ---- registrations -------------------------------------------------------------------------------------------

    private static final Field<String> REGISTRATION = Field.required("registration", FaultFields.PEER)
            .about("the peer that registers another's memory")
            .example("prefill");
    private static final Field<String> OF = Field.optional("of", FaultFields.PEER, "of any peer")
            .about("the peer whose memory is registered")
            .example("decode");
    private static final Field<RegistrationFate> REGISTRATION_FATE = Field.required(
                    "fate",
                    WordType.<RegistrationFate>named("fate of a registration")
                            .word("slow", RegistrationFate.SLOW, "it takes longer, by the time given")
                            .word("rejected", RegistrationFate.REJECTED, "the data plane refuses it")
                            .word("failed", RegistrationFate.FAILED, "it fails for another reason")
                            .word("never", RegistrationFate.NEVER, "it never ends"))
            .about("what becomes of it")
            .example("slow");
    private static final Field<Long> FATE_TIME = Field.optional("by", Scalars.LENGTH, "the fate needs no time")
            .about("how long, where the fate is about time")
            .example("6s");

    // ---- writes --------------------------------------------------------------------------------------------------

    private static final Field<Long> WRITE_NTH = Field.of("nth", NTH_OR_ALL, "all")
            .about("which of them, counted from the moment when the fault strikes")
            .example("1");
    private static final Shape<WriteMatch> WRITE_MATCH = new Shape<>(
            "a choice of writes",
            "RDMA writes that a fault is about",
            List.of(FROM, TO, WRITE_NTH),
            values -> new WriteMatch(
                    values.find(FROM).orElse(null), values.find(TO).orElse(null), values.get(WRITE_NTH)));
    private static final Field<WriteMatch> WRITES = Field.required("writes", WRITE_MATCH)
            .about("the writes that start from then on")
            .example("{from: prefill, nth: 1}");
    private static final Field<WriteFate> WRITE_FATE = Field.required(
                    "fate",
                    WordType.<WriteFate>named("fate of a write")
                            .word("refused", WriteFate.REFUSED, "the data plane refuses it")
                            .word("throws", WriteFate.THROWS, "the data plane throws")
                            .word("stalls", WriteFate.STALLS, "it stands still until the fault ends or it is fenced")
                            .word("slow", WriteFate.SLOW, "its bytes take the time given to land, evenly")
                            .word("completion_lost", WriteFate.COMPLETION_LOST, "it lands; its end is never reported")
                            .word("completion_late", WriteFate.COMPLETION_LATE, "it lands; its end is reported later")
                            .word("reported_failed", WriteFate.REPORTED_FAILED, "it lands, and is reported as failed")
                            .word("fails", WriteFate.FAILS, "it fails halfway, and is reported as failed")
                            .word("corrupted", WriteFate.CORRUPTED, "its last block lands with the wrong content"))
            .about("what becomes of them")
            .example("slow");

    static final List<Shape<? extends FaultSpec>> FORMS = List.of(
            FaultTiming.lasting(
                    "a delay",
                    "Messages take longer",
                    List.of(DELAY, BY, JITTER),
                    values -> new Fault.DelayMessages(values.get(DELAY), values.get(BY), values.get(JITTER))),
            FaultTiming.lasting(
                    "a loss of messages",
                    "Messages are lost",
                    List.of(DROP),
                    values -> new Fault.DropMessage(
                            values.get(DROP).match(), values.get(DROP).nth())),
            FaultTiming.lasting(
                    "a hold of messages",
                    "Messages wait, and arrive when the fault ends",
                    List.of(HOLD),
                    values -> new Fault.HoldMessages(values.get(HOLD))),
            FaultTiming.lasting(
                    "a faulty registration",
                    "Registrations of memory that start go wrong",
                    List.of(REGISTRATION, OF, REGISTRATION_FATE, FATE_TIME),
                    TrafficFaultFields::registration),
            FaultTiming.lasting(
                    "faulty writes",
                    "RDMA writes that start go wrong",
                    List.of(WRITES, WRITE_FATE, FATE_TIME),
                    TrafficFaultFields::writes),
            FaultTiming.stroke(
                    "a hostile frame",
                    "A frame arrives that no peer sends",
                    List.of(FRAME, AS, FRAME_TO, FRAME_REQUEST, FRAME_ROUND),
                    values -> new Fault.SendFrame(
                            values.get(AS),
                            values.get(FRAME_TO),
                            values.get(FRAME),
                            values.find(FRAME_REQUEST).orElse(null),
                            values.get(FRAME_ROUND))));

    private TrafficFaultFields() {}

    private static MessageMatch match(Values values) {
        return new MessageMatch(
                values.find(FROM).orElse(null),
                values.find(TO).orElse(null),
                values.find(TYPE).orElse(null),
                values.find(REQUEST).orElse(null));
    }

    private static @Nullable Fault registration(Values values) {
        RegistrationFate fate = values.get(REGISTRATION_FATE);
        if (!timed(values, fate == RegistrationFate.SLOW, "slow")) {
            return null;
        }
        return new Fault.Registrations(
                values.get(REGISTRATION),
                values.find(OF).orElse(null),
                fate,
                values.find(FATE_TIME).orElse(0L));
    }

    private static @Nullable Fault writes(Values values) {
        WriteFate fate = values.get(WRITE_FATE);
        boolean needsTime = fate == WriteFate.SLOW || fate == WriteFate.COMPLETION_LATE;
        if (!timed(values, needsTime, "slow or completion_late")) {
            return null;
        }
        return new Fault.Writes(values.get(WRITES), fate, values.find(FATE_TIME).orElse(0L));
    }

    private static boolean timed(Values values, boolean needsTime, String fates) {
        if (needsTime && !values.has(FATE_TIME)) {
            values.refuse(values.span(), "how long?", "add 'by', such as by: 6s");
            return false;
        }
        if (!needsTime && values.has(FATE_TIME)) {
            values.refuse(FATE_TIME, "'by' goes with fate " + fates, "leave it out");
            return false;
        }
        return true;
    }

    /** The type of a message, where only that is told. */
    private static <T> ScalarType<T> typeAlone(Function<String, T> maker) {
        return new ScalarType<>(
                        "type of message", "a type of message, such as transfer_done", ScalarType.Json.TEXT, text -> {
                            if (!MESSAGE.words().containsKey(text)) {
                                throw new UnitException(
                                        "'" + text + "' is no type of message",
                                        Nearest.suggestion(text, MESSAGE.words().keySet()));
                            }
                            return maker.apply(text);
                        })
                .matching(String.join("|", MESSAGE.words().keySet()))
                .suggesting(MESSAGE.words().keySet());
    }

    private static WordType<String> messages() {
        WordType<String> words = WordType.named("type of message");
        for (Message.Type type : Message.Type.values()) {
            words = words.word(type.wireName(), type.wireName(), "");
        }
        return words;
    }
}
