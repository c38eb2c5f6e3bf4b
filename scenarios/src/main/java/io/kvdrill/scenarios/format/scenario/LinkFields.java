package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.preset.LinkPreset;
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
import io.kvdrill.scenarios.format.unit.Units;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.DataPlane;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.LinkOverride;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The {@code links} and the {@code data_plane} of a scenario. */
final class LinkFields {

    /** All links of a world. */
    record Links(ControlLink control, DataLink data, List<LinkOverride> between) {}

    // ---- latencies -----------------------------------------------------------------------------------------------

    private static final Field<Long> FROM =
            Field.required("from", Scalars.DURATION).about("the shortest").example("100us");
    private static final Field<Long> TO =
            Field.required("to", Scalars.DURATION).about("the longest").example("300us");
    private static final Field<Long> MEDIAN = Field.required("median", Scalars.LENGTH)
            .about("half of them are shorter")
            .example("120us");
    private static final Field<Long> P99 = Field.required("p99", Scalars.LENGTH)
            .about("one of a hundred is longer")
            .example("300us");

    /** How long something takes. */
    static final Type<Latency> LATENCY = new Either<Latency>(
            new ScalarType<Latency>(
                            "duration",
                            "a duration such as 120us",
                            ScalarType.Json.TEXT,
                            text -> Latency.fixed(Units.nanos(text)))
                    .matching(Units.NANOS_PATTERN),
            new OneOf<Latency>(
                    "a spread of durations",
                    "Durations that differ from time to time",
                    List.of(
                            new Shape<>(
                                    "an even spread",
                                    "Anything between two durations, equally likely",
                                    List.of(FROM, TO),
                                    values -> new Latency.Uniform(values.get(FROM), values.get(TO))),
                            new Shape<>(
                                    "a log-normal spread",
                                    "Mostly short, now and then long",
                                    List.of(MEDIAN, P99),
                                    values -> new Latency.LogNormal(values.get(MEDIAN), values.get(P99))))));

    // ---- links ---------------------------------------------------------------------------------------------------

    private static final Field<Latency> RTT =
            Field.of("rtt", LATENCY, "120us").about("round trip of a small message; a message takes half of it");
    private static final Field<Long> CONTROL_BANDWIDTH = Field.of("bandwidth", Scalars.BANDWIDTH_OR_NONE, "none")
            .about("bandwidth that slows large messages down")
            .example("10Gbps");
    private static final Field<Integer> HIGH_WATER_MARK = Field.of(
                    "high_water_mark", Scalars.count("a number of messages", 1, Integer.MAX_VALUE), "1000")
            .about("messages that may wait on the sender's side (ZMQ's SNDHWM)");

    private static final Type<ControlLink> CONTROL = new Either<>(
            WordType.<ControlLink>named("control link")
                    .word("loopback", LinkPreset.LOOPBACK_CONTROL, LinkPreset.LOOPBACK_ABOUT),
            new Shape<>(
                    "a control link",
                    "The ZMQ channel between two peers",
                    List.of(RTT, CONTROL_BANDWIDTH, HIGH_WATER_MARK),
                    values -> new ControlLink(
                            values.get(RTT), values.get(CONTROL_BANDWIDTH), values.get(HIGH_WATER_MARK))));

    private static final Field<Long> DATA_BANDWIDTH = Field.of("bandwidth", Scalars.BANDWIDTH, "100Gbps")
            .about("bandwidth of RDMA writes, shared by those that run at a time");
    private static final Field<Latency> DATA_LATENCY = Field.of("latency", LATENCY, "2us")
            .about("from posting a write to its first byte, and from its last byte to its completion");
    private static final Field<Long> PER_DESCRIPTOR = Field.of("per_block", Scalars.PER_BLOCK, "50ns/block")
            .about("cost of each block of a write before its first byte leaves");

    private static final Type<DataLink> DATA = new Either<>(
            presets(),
            new Shape<>(
                    "a data link",
                    "The RDMA path from one peer's memory into another's",
                    List.of(DATA_BANDWIDTH, DATA_LATENCY, PER_DESCRIPTOR),
                    values -> new DataLink(
                            values.get(DATA_BANDWIDTH), values.get(DATA_LATENCY), values.get(PER_DESCRIPTOR))));

    private static final NameType PEER = new NameType(Reading.Names.PEER);
    private static final Field<String> ONE =
            Field.required("from", PEER).about("one peer").example("prefill");
    private static final Field<String> OTHER =
            Field.required("to", PEER).about("the other peer").example("decode");
    private static final Field<Boolean> BOTH_WAYS =
            Field.of("both_ways", Scalars.FLAG, "true").about("whether it holds in the other direction, too");
    private static final Field<ControlLink> PAIR_CONTROL = Field.optional("control", CONTROL, "as between other peers")
            .about("their control link")
            .example("{rtt: 40ms}");
    private static final Field<DataLink> PAIR_DATA = Field.optional("data", DATA, "as between other peers")
            .about("their data link")
            .example("{bandwidth: 10Gbps}");

    static final Shape<LinkOverride> PAIR = new Shape<>(
            "a link between two peers",
            "Two peers whose links differ from those of the others",
            List.of(ONE, OTHER, BOTH_WAYS, PAIR_CONTROL, PAIR_DATA),
            LinkFields::pair);

    private static final Field<ControlLink> WORLD_CONTROL = Field.of("control", CONTROL, "{}")
            .about("the ZMQ channels: a preset, or its numbers")
            .example("{rtt: 120us}");
    private static final Field<DataLink> WORLD_DATA = Field.of("data", DATA, "{}")
            .about("the RDMA paths: a preset, or its numbers")
            .example("200G");
    private static final Field<List<LinkOverride>> BETWEEN = Field.of("between", new ListType<>(PAIR), "[]")
            .about("pairs of peers whose links differ; of two that name a pair, the last counts")
            .example("[{from: prefill, to: decode, control: {rtt: 40ms}}]");

    static final Field<Links> LINKS = Field.of(
                    "links",
                    new Shape<>(
                            "links",
                            "What connects the peers",
                            List.of(WORLD_CONTROL, WORLD_DATA, BETWEEN),
                            values ->
                                    new Links(values.get(WORLD_CONTROL), values.get(WORLD_DATA), values.get(BETWEEN))),
                    "{}")
            .about("what connects the peers")
            .example("{control: {rtt: 120us}, data: {bandwidth: 100Gbps}}");

    // ---- data plane ----------------------------------------------------------------------------------------------

    private static final Field<Long> REGISTRATION = Field.of("registration", Scalars.PER_BLOCK, "1us/block")
            .about("cost of registering a peer's memory, for each of its blocks");
    private static final Field<Long> REGISTRATION_BASE = Field.of("registration_base", Scalars.DURATION, "1ms")
            .about("cost of registering a peer's memory, whatever its size");
    private static final Field<Boolean> CANCEL_STOPS = Field.of("cancel_stops_bytes", Scalars.FLAG, "false")
            .about("whether a cancelled write stops landing; with UCX it does not");
    private static final Field<Boolean> FENCES_OUTBOUND = Field.of("fences_outbound", Scalars.FLAG, "true")
            .about("whether a peer can be cut off so that our writes to it stop");
    private static final Field<Boolean> FENCES_INBOUND = Field.of("fences_inbound", Scalars.FLAG, "true")
            .about("whether a peer can be cut off so that its writes to us stop");
    private static final Field<Long> FENCE =
            Field.of("fence", Scalars.DURATION, "1ms").about("how long cutting a peer off takes");
    private static final Field<Long> DEATH_SEEN = Field.of("death_seen_after", Scalars.DURATION_OR_NEVER, "500ms")
            .about("how long after a peer's death writes to it fail")
            .example("never");
    private static final Field<Boolean> PROGRESS = Field.of("progress_known", Scalars.FLAG, "false")
            .about("whether it is known how many bytes of a write have landed");
    private static final Field<Long> DECLARED = Field.of("declared_bandwidth", Scalars.BANDWIDTH_OR_NONE, "100Gbps")
            .about("bandwidth by which a write is judged stalled");

    static final Field<DataPlane> DATA_PLANE = Field.of(
                    "data_plane",
                    new Shape<>(
                            "a data plane",
                            "What every peer's NIXL agent costs and can do",
                            List.of(
                                    REGISTRATION,
                                    REGISTRATION_BASE,
                                    CANCEL_STOPS,
                                    FENCES_OUTBOUND,
                                    FENCES_INBOUND,
                                    FENCE,
                                    DEATH_SEEN,
                                    PROGRESS,
                                    DECLARED),
                            values -> new DataPlane(
                                    values.get(REGISTRATION_BASE),
                                    values.get(REGISTRATION),
                                    values.get(CANCEL_STOPS),
                                    values.get(FENCES_OUTBOUND),
                                    values.get(FENCES_INBOUND),
                                    values.get(FENCE),
                                    values.get(DEATH_SEEN),
                                    values.get(PROGRESS),
                                    values.get(DECLARED))),
                    "{}")
            .about("what every peer's data plane costs and can do")
            .example("{registration: 1us/block, cancel_stops_bytes: false}");

    private LinkFields() {}

    private static WordType<DataLink> presets() {
        WordType<DataLink> words = WordType.named("data link");
        for (LinkPreset.Data preset : LinkPreset.data()) {
            words = words.word(preset.name(), preset.link(), preset.about());
        }
        return words;
    }

    private static @Nullable LinkOverride pair(Values values) {
        if (!values.has(PAIR_CONTROL) && !values.has(PAIR_DATA)) {
            values.refuse(values.span(), "changes nothing", "add 'control' or 'data'");
            return null;
        }
        return new LinkOverride(
                values.get(ONE),
                values.get(OTHER),
                values.get(BOTH_WAYS),
                values.find(PAIR_CONTROL).orElse(null),
                values.find(PAIR_DATA).orElse(null));
    }
}
