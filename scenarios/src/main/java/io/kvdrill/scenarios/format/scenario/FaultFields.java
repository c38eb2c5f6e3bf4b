package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.shape.Field;
import io.kvdrill.scenarios.format.shape.ListType;
import io.kvdrill.scenarios.format.shape.NameType;
import io.kvdrill.scenarios.format.shape.OneOf;
import io.kvdrill.scenarios.format.shape.Reading;
import io.kvdrill.scenarios.format.shape.Scalars;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.shape.Values;
import io.kvdrill.scenarios.format.shape.WordType;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.HostileFrame;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.FaultSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Faults of processes, connections and clocks; those of messages and writes are in {@link TrafficFaultFields}. */
final class FaultFields {
    static final NameType PEER = new NameType(Reading.Names.PEER);

    private static final Field<Plane> KILL_PLANE = Field.of(
                    "plane",
                    WordType.<Plane>named("plane")
                            .word("process", Plane.BOTH, "the process")
                            .word("control", Plane.CONTROL, "its control channel only; the process lives on")
                            .word("data", Plane.DATA, "its data plane only; the process lives on"),
                    "process")
            .about("what dies");
    private static final Field<Plane> CUT_PLANE = Field.of(
                    "plane",
                    WordType.<Plane>named("plane")
                            .word("both", Plane.BOTH, "ZMQ and RDMA")
                            .word("control", Plane.CONTROL, "ZMQ")
                            .word("data", Plane.DATA, "RDMA"),
                    "both")
            .about("which channels");
    private static final Field<Boolean> ONE_WAY =
            Field.of("one_way", Scalars.FLAG, "false").about("whether it holds only from the first peer to the second");
    private static final Field<Long> BY_LENGTH =
            Field.required("by", Scalars.LENGTH).about("how long").example("3s");
    private static final Field<Long> DOWN = Field.of("down", Scalars.DURATION, "0s")
            .about("how long it is down")
            .example("2s");
    private static final Field<Long> PPM = Field.required("to", Scalars.DRIFT)
            .about("how much too fast it runs from now on")
            .example("200ppm");

    private static final Field<String> KILL = peer("kill", "the peer that dies");
    private static final Field<String> RESTART = peer("restart", "the peer that is killed and started again");
    private static final Field<String> POWER_OFF = peer("power_off", "the peer whose host loses power");
    private static final Field<String> SHUT_DOWN = peer("shut_down", "the peer that is told to end");
    private static final Field<String> RESET_CACHE = peer("reset_cache", "the peer that is told to forget its cache");
    private static final Field<String> PAUSE = peer("pause", "the peer that stands still");
    private static final Field<String> STALL = peer("stall_step", "the peer whose next step takes longer");
    private static final Field<String> DRIFT = peer("drift_clock", "the peer whose clock changes speed");
    private static final Field<String> STEP_CLOCK = peer("step_clock", "the peer whose clock jumps ahead");
    private static final Field<List<String>> PARTITION = Field.required("partition", new ListType<>(PEER))
            .about("the two peers that are cut off from each other; one peer is cut off from all")
            .example("[prefill, decode]");
    private static final Field<List<String>> RESET = pair("reset", "the two peers whose control connections are reset");
    private static final Field<List<String>> DROP_CONNECTION =
            pair("drop_connection", "the two peers whose control connections vanish silently");

    private static final List<Shape<? extends FaultSpec>> FORMS = List.of(
            FaultTiming.stroke(
                    "a kill",
                    "A peer dies, as by SIGKILL",
                    List.of(KILL, KILL_PLANE),
                    values -> new Fault.Kill(values.get(KILL), values.get(KILL_PLANE))),
            FaultTiming.stroke(
                    "a restart",
                    "A peer's process is killed and started again at the same address",
                    List.of(RESTART, DOWN),
                    values -> new Fault.Restart(values.get(RESTART), values.get(DOWN))),
            FaultTiming.stroke(
                    "a power loss",
                    "A peer's host loses power: a death that nobody is told of",
                    List.of(POWER_OFF),
                    values -> new Fault.PowerOff(values.get(POWER_OFF))),
            FaultTiming.stroke(
                    "a shutdown",
                    "A peer is told to end, as by SIGTERM: its engine shuts its tier down in bounded time, and ends",
                    List.of(SHUT_DOWN),
                    values -> new Fault.ShutDown(values.get(SHUT_DOWN))),
            FaultTiming.stroke(
                    "a cache reset",
                    "A peer is told to forget its cache: its engine drains its tier first",
                    List.of(RESET_CACHE),
                    values -> new Fault.ResetCache(values.get(RESET_CACHE))),
            FaultTiming.lasting(
                    "a pause",
                    "A peer's process stands still, as by SIGSTOP: no step, no heartbeat; its memory can be written",
                    List.of(PAUSE),
                    values -> new Fault.Pause(values.get(PAUSE))),
            FaultTiming.lasting(
                    "a partition",
                    "Nothing passes between peers, and nobody is told",
                    List.of(PARTITION, CUT_PLANE, ONE_WAY),
                    FaultFields::partition),
            FaultTiming.stroke(
                    "a reset",
                    "Control connections are reset; both sides are told",
                    List.of(RESET),
                    values -> twoOf(RESET, values, Fault.ResetConnection::new)),
            FaultTiming.stroke(
                    "a drop of connections",
                    "Control connections vanish; nobody is told, heartbeats find out",
                    List.of(DROP_CONNECTION),
                    values -> twoOf(DROP_CONNECTION, values, Fault.DropConnection::new)),
            FaultTiming.stroke(
                    "a stalled step",
                    "A peer's next engine step takes longer",
                    List.of(STALL, BY_LENGTH),
                    values -> new Fault.StallStep(values.get(STALL), values.get(BY_LENGTH))),
            FaultTiming.stroke(
                    "a clock drift",
                    "A peer's clock runs at another speed",
                    List.of(DRIFT, PPM),
                    values -> new Fault.DriftClock(values.get(DRIFT), values.get(PPM))),
            FaultTiming.stroke(
                    "a clock step",
                    "A peer's clock jumps ahead",
                    List.of(STEP_CLOCK, BY_LENGTH),
                    values -> new Fault.StepClock(values.get(STEP_CLOCK), values.get(BY_LENGTH))));

    /** Something that goes wrong. */
    static final OneOf<FaultSpec> FAULT = faults();

    static final Field<List<FaultSpec>> FAULTS = Field.of("faults", new ListType<>(FAULT), "[]")
            .about("what goes wrong, and when")
            .example("[{kill: prefill, after: write_ended at prefill, before: sent transfer_done}]");

    private FaultFields() {}

    private static OneOf<FaultSpec> faults() {
        List<Shape<? extends FaultSpec>> forms = new ArrayList<>(FORMS);
        forms.addAll(TrafficFaultFields.FORMS);
        return new OneOf<>("a fault", "Something that goes wrong", forms);
    }

    /** Makes a fault between two peers. */
    @FunctionalInterface
    private interface Between {
        Fault of(String one, String other);
    }

    private static @Nullable Fault twoOf(Field<List<String>> field, Values values, Between maker) {
        List<String> peers = values.get(field);
        if (peers.size() != 2 || peers.get(0).equals(peers.get(1))) {
            values.refuse(field, "takes two different peers", "such as " + field.name() + ": [prefill, decode]");
            return null;
        }
        return maker.of(peers.get(0), peers.get(1));
    }

    private static @Nullable Fault partition(Values values) {
        if (values.get(PARTITION).size() == 1) {
            return new Fault.Partition(values.get(PARTITION).get(0), null, values.get(CUT_PLANE), values.get(ONE_WAY));
        }
        return twoOf(
                PARTITION,
                values,
                (from, to) -> new Fault.Partition(from, to, values.get(CUT_PLANE), values.get(ONE_WAY)));
    }

    static Field<String> peer(String verb, String about) {
        return Field.required(verb, PEER).about(about).example("prefill");
    }

    private static Field<List<String>> pair(String verb, String about) {
        return Field.required(verb, new ListType<>(PEER)).about(about).example("[prefill, decode]");
    }

    /** The words for hostile frames. */
    static WordType<HostileFrame> frames() {
        return WordType.<HostileFrame>named("frame")
                .word("garbage", HostileFrame.GARBAGE, "bytes that do not decode")
                .word("not_a_map", HostileFrame.NOT_A_MAP, "a value that is no map")
                .word("unknown_type", HostileFrame.UNKNOWN_TYPE, "a message of an unknown type")
                .word("bad_fetch", HostileFrame.BAD_FETCH, "a fetch whose lists differ in length")
                .word(
                        "slots_out_of_range",
                        HostileFrame.SLOTS_OUT_OF_RANGE,
                        "a fetch of slots the sender does not have")
                .word("integer_key", HostileFrame.INTEGER_KEY, "a fetch with a huge number for a key")
                .word("bad_connect", HostileFrame.BAD_CONNECT, "a connect with a negative block count")
                .word("oversized", HostileFrame.OVERSIZED, "a frame larger than any limit")
                .word("unasked_done", HostileFrame.UNASKED_DONE, "a completion of a round that nobody asked for")
                .word("fetch", HostileFrame.FETCH, "a fetch of a block that nobody has")
                .word("duplicate_keys", HostileFrame.DUPLICATE_KEYS, "a fetch that names one key twice")
                .word("terminal_fetch", HostileFrame.TERMINAL_FETCH, "the end of all rounds of a request")
                .word("abort", HostileFrame.ABORT, "an abort of a round")
                .word("lookup", HostileFrame.LOOKUP, "a lookup of the blocks of a request")
                .word("connect", HostileFrame.CONNECT, "a connect of a life that the sender never had")
                .word(
                        "connect_ack",
                        HostileFrame.CONNECT_ACK,
                        "an acknowledgement by a life that the sender never had");
    }
}
