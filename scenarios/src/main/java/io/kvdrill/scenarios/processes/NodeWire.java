package io.kvdrill.scenarios.processes;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a runner and a node say to each other, whose place the runner has for the process of a peer. */
final class NodeWire {
    private NodeWire() {}

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

    /** What a runner tells a node to do with the process of its peer. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.SIMPLE_NAME, property = "type")
    sealed interface Ask {

        /** To pass an order on, or to begin a process with it. */
        static Ask of(Order.Given given) {
            return given.order() instanceof Order.First first
                    ? new Launch(first, given.after())
                    : new Pass(Wire.write(given));
        }

        /** To end the process that there is, and to begin another one with this order. */
        record Launch(Order.First first, long after) implements Ask {}

        /** To pass an order on, as it is written. */
        record Pass(String order) implements Ask {}

        /** To send {@code STOP} or {@code CONT}. */
        record Signal(String name) implements Ask {}

        /** To kill it. */
        record Kill() implements Ask {}
    }

    /**
     * What a node passes on to a runner.
     *
     * @param life of which life of the peer
     * @param report what it reported, as it was written; null once nothing more comes of it
     */
    record Said(int life, @Nullable String report) {}
}
