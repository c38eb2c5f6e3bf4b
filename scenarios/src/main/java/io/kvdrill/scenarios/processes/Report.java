package io.kvdrill.scenarios.processes;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.scenarios.doctor.RdmaDevices;
import io.kvdrill.scenarios.node.SharedMemoryId;
import io.kvdrill.sim.engine.EngineEvent.Leg;
import io.kvdrill.sim.engine.EngineHost.LegResult;
import io.kvdrill.sim.engine.SlotView;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the process of a peer tells the runner. */
@JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
sealed interface Report
        permits Report.Ready,
                Report.Entry,
                Report.Step,
                Report.Prefilled,
                Report.Ended,
                Report.Last,
                Report.Failed,
                ProbeReport {

    /**
     * It can step.
     *
     * @param region the life that its memory announces, as writers name it
     */
    record Ready(long pid, String region, Rdma rdma) implements Report {}

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

    /**
     * An entry of its trace.
     *
     * @param nanos when, on the host's clock
     * @param localNanos what the peer's own clock showed in the step that it belongs to
     * @param gate not 0 if the process waits with this number for the runner
     * @param after how many events of the world's own the latest order follows that had been obeyed then
     */
    record Entry(long nanos, long localNanos, String kind, Map<String, @Nullable Object> fields, long gate, long after)
            implements Report {

        static Entry of(StoredEntry stored, long localNanos, long gate, long after) {
            Map<String, @Nullable Object> fields = new LinkedHashMap<>();
            stored.fields().forEach(field -> fields.put(field.name(), field.value()));
            return new Entry(stored.worldNanos(), localNanos, stored.kind(), fields, gate, after);
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
            long deadlineNanos)
            implements Report {}

    /** The prompt of a leg is computed. */
    record Prefilled(String request, Leg leg) implements Report {}

    /** A leg is over. */
    record Ended(LegResult result) implements Report {}

    /** What is left when the run is over. */
    record Last(List<Slot> slots, List<String> rows, Rdma rdma) implements Report {}

    /** A slot that is not free. */
    record Slot(long slot, SlotView.State state, @Nullable String key, int pins, long job) {
        static Slot of(SlotView view) {
            BlockKey key = view.key();
            return new Slot(view.slot(), view.state(), key == null ? null : key.hex(), view.pins(), view.job());
        }

        SlotView view() {
            return new SlotView(slot, state, key == null ? null : BlockKey.ofHex(key), pins, job);
        }
    }

    /** It cannot go on, and why. */
    record Failed(String message) implements Report {}
}
