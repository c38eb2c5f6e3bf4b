package io.kvdrill.scenarios.processes;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.scenarios.calibrate.Round;
import io.kvdrill.scenarios.doctor.RdmaDevices;
import io.kvdrill.scenarios.node.DataPlane;
import io.kvdrill.scenarios.node.SharedMemoryId;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.LegSpec;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a runner and the process of a peer say to each other: one JSON object a line. Both are of one version, so there is
 * none here.
 */
final class Wire {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Wire() {}

    /**
     * What the runner says. Of the components of an order, one is set.
     *
     * @param after how many events of the world's own the runner had recorded when it said so
     */
    record Order(
            @Nullable Start start,
            @Nullable Long begin,
            @Nullable LegText submit,
            @Nullable String abort,
            @Nullable String does,
            @Nullable Long nanos,
            @Nullable String peer,
            @Nullable Long go,
            @Nullable List<String> warm,
            @Nullable ProbeOrder probe,
            long after) {

        static Order start(Start start) {
            return new Order(start, null, null, null, null, null, null, null, null, null, 0);
        }

        static Order begin(long epochNanos) {
            return new Order(null, epochNanos, null, null, null, null, null, null, null, null, 0);
        }

        static Order submit(LegSpec leg) {
            return new Order(null, null, LegText.of(leg), null, null, null, null, null, null, null, 0);
        }

        static Order abort(String engineRequest) {
            return new Order(null, null, null, engineRequest, null, null, null, null, null, null, 0);
        }

        /** The same, given after so many events of the world's own. */
        Order after(long events) {
            return new Order(start, begin, submit, abort, does, nanos, peer, go, warm, probe, events);
        }

        /** One of the words of {@link PeerMain}. */
        static Order does(String what, long nanos) {
            return new Order(null, null, null, null, what, nanos, null, null, null, null, 0);
        }

        /** Writes to a peer are held, or no longer. */
        static Order hold(String peer, boolean held) {
            String what = held ? PeerMain.HOLD : PeerMain.RELEASE;
            return new Order(null, null, null, null, what, null, peer, null, null, null, 0);
        }

        static Order go(long gate) {
            return new Order(null, null, null, null, null, null, null, gate, null, null, 0);
        }

        static Order warm(List<BlockKey> keys) {
            return new Order(
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    null,
                    keys.stream().map(BlockKey::hex).toList(),
                    null,
                    0);
        }

        static Order probe(ProbeOrder probe) {
            return new Order(null, null, null, null, null, null, null, null, null, probe, 0);
        }
    }

    /**
     * What a process is made from.
     *
     * @param base the preset of its profile
     * @param rows rows that differ from the preset, as numbers or names of constants; null where there is no limit
     * @param gates kinds of entries at which it waits for the runner
     * @param seat what its host decides; null where the runner leaves that to a node
     */
    record Start(
            PeerSpec peer,
            Model model,
            String profile,
            String base,
            Map<String, @Nullable Object> rows,
            int life,
            long process,
            long seed,
            long epochNanos,
            List<String> gates,
            @Nullable Seat seat) {

        /** The same, whose time begins, or began, at another instant. */
        Start beginningAt(long epoch) {
            return new Start(peer, model, profile, base, rows, life, process, seed, epoch, gates, seat);
        }

        /** The same, at a seat. */
        Start at(Seat taken) {
            return new Start(peer, model, profile, base, rows, life, process, seed, epochNanos, gates, taken);
        }

        Profile asProfile() {
            Profile made = Profile.of(Preset.named(base).orElseThrow());
            for (Map.Entry<String, @Nullable Object> row : rows.entrySet()) {
                made = with(made, Rows.named(row.getKey()).orElseThrow(), row.getValue());
            }
            return made.named(profile);
        }

        private static Profile with(Profile profile, Row<?> row, @Nullable Object value) {
            if (row instanceof Row.TimeRow time) {
                return profile.with(time, number(value));
            } else if (row instanceof Row.AmountRow amount) {
                return profile.with(amount, number(value));
            }
            return withChoice(profile, (Row.ChoiceRow<?>) row, String.valueOf(value));
        }

        private static @Nullable Long number(@Nullable Object value) {
            return value == null ? null : Long.valueOf(((Number) value).longValue());
        }

        private static <E extends Enum<E>> Profile withChoice(Profile profile, Row.ChoiceRow<E> row, String name) {
            return profile.with(row, Enum.valueOf(row.choices(), name));
        }

        /** The rows of a profile that differ from its preset. */
        static Map<String, @Nullable Object> rowsOf(Profile profile) {
            Map<String, @Nullable Object> rows = new LinkedHashMap<>();
            for (Row<?> row : profile.overridden()) {
                Object value = profile.value(row);
                rows.put(row.name(), value instanceof Enum<?> constant ? constant.name() : value);
            }
            return rows;
        }
    }

    /**
     * What the host of a process decides.
     *
     * @param bindHost where to listen if not where peers dial; empty for there
     * @param bindPort the port to listen at if not the peer's; 0 for that
     * @param allow whom it may dial and hear
     * @param data what moves its blocks
     */
    record Seat(String bindHost, int bindPort, List<String> allow, DataText data) {}

    /** What moves blocks; a library that is null stands for shared memory. */
    record DataText(@Nullable String library, String backend, Map<String, String> parameters) {
        static DataText of(DataPlane plane) {
            Path library = plane.nixlLibrary();
            return new DataText(
                    library == null ? null : library.toAbsolutePath().toString(), plane.backend(), plane.parameters());
        }

        DataPlane plane() {
            return new DataPlane(library == null ? null : Path.of(library), backend, parameters);
        }
    }

    /** A leg. */
    record LegText(
            String request,
            Leg leg,
            String kvRequest,
            String engineRequest,
            @Nullable Map<String, Object> params,
            List<String> keys,
            long promptTokens,
            int outputTokens) {

        @SuppressWarnings("unchecked") // a router's parameters have names
        static LegText of(LegSpec leg) {
            return new LegText(
                    leg.request(),
                    leg.leg(),
                    leg.kvRequest(),
                    leg.engineRequest(),
                    (Map<String, Object>) leg.context().kvTransferParams(),
                    leg.keys().stream().map(BlockKey::hex).toList(),
                    leg.promptTokens(),
                    leg.outputTokens());
        }

        LegSpec toLeg() {
            return new LegSpec(
                    request,
                    leg,
                    kvRequest,
                    new RequestContext(engineRequest, params),
                    keys.stream().map(BlockKey::ofHex).toList(),
                    promptTokens,
                    outputTokens);
        }
    }

    /** What a process says. Of the components of a report, one is set. */
    record Report(
            @Nullable Ready ready,
            @Nullable EntryText entry,
            @Nullable Step step,
            @Nullable Prefilled prefilled,
            @Nullable LegResult ended,
            @Nullable Final last,
            @Nullable ProbeReport probe,
            @Nullable String failed) {

        static Report ready(Ready ready) {
            return new Report(ready, null, null, null, null, null, null, null);
        }

        static Report entry(EntryText entry) {
            return new Report(null, entry, null, null, null, null, null, null);
        }

        static Report step(Step step) {
            return new Report(null, null, step, null, null, null, null, null);
        }

        static Report prefilled(String request, Leg leg) {
            return new Report(null, null, null, new Prefilled(request, leg), null, null, null, null);
        }

        static Report ended(LegResult result) {
            return new Report(null, null, null, null, result, null, null, null);
        }

        static Report last(Final last) {
            return new Report(null, null, null, null, null, last, null, null);
        }

        static Report failed(String message) {
            return new Report(null, null, null, null, null, null, null, message);
        }

        static Report probe(ProbeReport probe) {
            return new Report(null, null, null, null, null, null, probe, null);
        }
    }

    /**
     * It can step.
     *
     * @param region the life that its memory announces, as writers name it
     */
    record Ready(long pid, String region, Rdma rdma) {}

    /**
     * What a process has of RDMA.
     *
     * @param memory which shared memory it has; empty where nobody knows
     * @param devices ports that are up
     * @param sentBytes what these have sent so far; -1 where nobody knows
     */
    record Rdma(String memory, List<String> devices, long sentBytes) {
        static Rdma ofThisHost() {
            return new Rdma(SharedMemoryId.text(), RdmaDevices.active(), RdmaDevices.sentBytes());
        }
    }

    /** The prompt of a leg is computed. */
    record Prefilled(String request, Leg leg) {}

    /**
     * An entry of its trace.
     *
     * @param nanos when, on the host's clock
     * @param localNanos what the peer's own clock showed in the step that it belongs to
     * @param gate not 0 if the process waits with this number for the runner
     * @param after how many events of the world's own the latest order follows that had been obeyed then
     */
    record EntryText(
            long nanos, long localNanos, String kind, Map<String, @Nullable Object> fields, long gate, long after) {

        static EntryText of(StoredEntry stored, long localNanos, long gate, long after) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            stored.fields().forEach(field -> fields.put(field.name(), field.value()));
            return new EntryText(stored.worldNanos(), localNanos, stored.kind(), fields, gate, after);
        }

        StoredEntry stored(String peer) {
            List<StoredEntry.Field> list = new ArrayList<>();
            fields.forEach((name, value) -> list.add(new StoredEntry.Field(name, longs(value))));
            return new StoredEntry(1, nanos, peer, 0, kind, list, "");
        }

        /** JSON knows no sizes of numbers: all of a trace are long. */
        private static @Nullable Object longs(@Nullable Object value) {
            if (value instanceof Integer number) {
                return number.longValue();
            } else if (value instanceof List<?> list) {
                List<@Nullable Object> all = new ArrayList<>();
                list.forEach(element -> all.add(longs(element)));
                return all;
            } else if (value instanceof Map<?, ?> map) {
                Map<String, @Nullable Object> all = new LinkedHashMap<>();
                map.forEach((key, element) -> all.put(String.valueOf(key), longs(element)));
                return all;
            }
            return value;
        }
    }

    /**
     * A step is over.
     *
     * @param nanos when it was, on the host's clock
     * @param localNanos the same on the peer's
     * @param open requests and jobs in its engine, and slots that are not free to be reused
     * @param deadlineNanos when the tier must be swept next, from this step on; -1 for never
     */
    record Step(
            long nanos,
            long localNanos,
            int parentRequests,
            int strayParentEnds,
            @Nullable MapSizes sizes,
            int open,
            long deadlineNanos) {}

    /** What is left when the run is over. */
    record Final(List<SlotText> slots, List<String> rows, Rdma rdma) {}

    /** A slot that is not free. */
    record SlotText(
            long slot, SlotView.State state, @Nullable String key, int pins, long job) {
        static SlotText of(SlotView view) {
            BlockKey key = view.key();
            return new SlotText(view.slot(), view.state(), key == null ? null : key.hex(), view.pins(), view.job());
        }

        SlotView view() {
            return new SlotView(slot, state, key == null ? null : BlockKey.ofHex(key), pins, job);
        }
    }

    // ---- measuring -----------------------------------------------------------------------------------------------

    /** What a process is told that measures instead of being a peer. Of the components, one is set. */
    record ProbeOrder(@Nullable ProbeStart start, @Nullable ToMeasure measure) {}

    /**
     * What such a process is made from; it has an address, and blocks.
     *
     * @param seat what its host decides; null where the runner leaves that to a node
     */
    record ProbeStart(
            PeerSpec peer, Model model, int life, @Nullable Seat seat) {
        /** The same, at a seat. */
        ProbeStart at(Seat taken) {
            return new ProbeStart(peer, model, life, taken);
        }
    }

    /** Whom to measure, and how often. */
    record ToMeasure(String peer, RegionText region, int roundTrips, int registrations, int writes) {}

    /** A memory region. */
    record RegionText(String metadata, long base, long blocks, long blockBytes) {
        static RegionText of(MemoryRegion region) {
            return new RegionText(
                    region.agentMetadata().hex(), region.baseAddress(), region.blockCount(), region.blockBytes());
        }

        MemoryRegion region() {
            return new MemoryRegion(Bytes.ofHex(metadata), base, blocks, blockBytes);
        }
    }

    /**
     * What it says. Of the components, one is set.
     *
     * @param region it is ready, and this is its memory
     * @param measured what it measured
     * @param lostNanos when its transport found the other lost, on its host's clock
     */
    record ProbeReport(
            @Nullable RegionText region,
            @Nullable Round measured,
            @Nullable Long lostNanos) {}

    // ---- runs at nodes -------------------------------------------------------------------------------------------

    /**
     * What a runner asks a node for: its place, for the peer of a run.
     *
     * @param run unique
     * @param version of the runner's kvdrill
     * @param peers ids of all peers of the run, which it is to dial and to hear
     * @param faults whether the run kills or stops processes
     * @param bytes what its blocks take
     */
    record Lease(String run, String version, List<String> peers, boolean faults, long bytes) {}

    /**
     * What a runner tells a node to do with the process of its peer. Of the components, one is set.
     *
     * @param first the order that a new process begins with
     * @param order another one, as it is written: nodes pass it on
     */
    record Ask(
            @Nullable Order first,
            @Nullable String order,
            @Nullable String signal,
            boolean kill) {

        static Ask order(Order order) {
            boolean first = order.start() != null
                    || (order.probe() != null && order.probe().start() != null);
            return first ? new Ask(order, null, null, false) : new Ask(null, write(order), null, false);
        }

        static Ask signal(String name) {
            return new Ask(null, null, name, false);
        }

        static Ask toKill() {
            return new Ask(null, null, null, true);
        }
    }

    /**
     * What a node passes on to a runner.
     *
     * @param life of which life of the peer
     * @param report what it reported, as it was written; null once nothing more comes of it
     */
    record Said(int life, @Nullable String report) {}

    static Ask ask(String line) {
        return MAPPER.readValue(line, Ask.class);
    }

    static Said said(String line) {
        return MAPPER.readValue(line, Said.class);
    }

    static String write(Object message) {
        return MAPPER.writeValueAsString(message);
    }

    static Order order(String line) {
        return MAPPER.readValue(line, Order.class);
    }

    static Report report(String line) {
        return MAPPER.readValue(line, Report.class);
    }

    /** The gate that an entry of a kind passes: {@code sent:transfer_done}, or its kind. */
    static String gateOf(String kind, @Nullable String messageType) {
        if (messageType != null && kind.equals("message_sent")) {
            return "sent:" + messageType;
        } else if (messageType != null && kind.equals("message_received")) {
            return "received:" + messageType;
        }
        return kind.toLowerCase(Locale.ROOT);
    }
}
