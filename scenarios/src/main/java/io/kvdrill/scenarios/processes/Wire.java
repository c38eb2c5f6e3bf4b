package io.kvdrill.scenarios.processes;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.scenarios.node.DataPlane;
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

    /** What the runner says. Of the components of an order, one is set. */
    record Order(
            @Nullable Start start,
            @Nullable Long begin,
            @Nullable LegText submit,
            @Nullable String abort,
            @Nullable String does,
            @Nullable Long nanos,
            @Nullable String peer,
            @Nullable Long go,
            @Nullable List<String> warm) {

        static Order start(Start start) {
            return new Order(start, null, null, null, null, null, null, null, null);
        }

        static Order begin(long epochNanos) {
            return new Order(null, epochNanos, null, null, null, null, null, null, null);
        }

        static Order submit(LegSpec leg) {
            return new Order(null, null, LegText.of(leg), null, null, null, null, null, null);
        }

        static Order abort(String engineRequest) {
            return new Order(null, null, null, engineRequest, null, null, null, null, null);
        }

        /** One of the words of {@link PeerMain}. */
        static Order does(String what, long nanos) {
            return new Order(null, null, null, null, what, nanos, null, null, null);
        }

        /** Writes to a peer are held, or no longer. */
        static Order hold(String peer, boolean held) {
            String what = held ? PeerMain.HOLD : PeerMain.RELEASE;
            return new Order(null, null, null, null, what, null, peer, null, null);
        }

        static Order go(long gate) {
            return new Order(null, null, null, null, null, null, null, gate, null);
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
                    keys.stream().map(BlockKey::hex).toList());
        }
    }

    /**
     * What a process is made from.
     *
     * @param base the preset of its profile
     * @param rows rows that differ from the preset, as numbers or names of constants; null where there is no limit
     * @param bindPort the port to listen at
     * @param gates kinds of entries at which it waits for the runner
     * @param data what moves its blocks
     */
    record Start(
            PeerSpec peer,
            Model model,
            String profile,
            String base,
            Map<String, @Nullable Object> rows,
            int bindPort,
            int life,
            long process,
            long seed,
            long epochNanos,
            List<String> gates,
            DataText data) {

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
            @Nullable String failed) {

        static Report ready(Ready ready) {
            return new Report(ready, null, null, null, null, null, null);
        }

        static Report entry(EntryText entry) {
            return new Report(null, entry, null, null, null, null, null);
        }

        static Report step(Step step) {
            return new Report(null, null, step, null, null, null, null);
        }

        static Report prefilled(String request, Leg leg) {
            return new Report(null, null, null, new Prefilled(request, leg), null, null, null);
        }

        static Report ended(LegResult result) {
            return new Report(null, null, null, null, result, null, null);
        }

        static Report last(Final last) {
            return new Report(null, null, null, null, null, last, null);
        }

        static Report failed(String message) {
            return new Report(null, null, null, null, null, null, message);
        }
    }

    /**
     * It can step.
     *
     * @param region the life that its memory announces, as writers name it
     */
    record Ready(long pid, String region) {}

    /** The prompt of a leg is computed. */
    record Prefilled(String request, Leg leg) {}

    /**
     * An entry of its trace.
     *
     * @param nanos when, on the host's clock
     * @param localNanos what the peer's own clock showed in the step that it belongs to
     * @param gate not 0 if the process waits with this number for the runner
     */
    record EntryText(long nanos, long localNanos, String kind, Map<String, @Nullable Object> fields, long gate) {

        static EntryText of(StoredEntry stored, long localNanos, long gate) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            stored.fields().forEach(field -> fields.put(field.name(), field.value()));
            return new EntryText(stored.worldNanos(), localNanos, stored.kind(), fields, gate);
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
    record Final(List<SlotText> slots, List<String> rows) {}

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
