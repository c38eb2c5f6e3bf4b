package io.kvdrill.scenarios.processes;

import io.kvdrill.scenarios.node.DataPlane;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * What a node says of itself.
 *
 * @param id what peers dial
 * @param version of its kvdrill
 * @param data what moves its blocks, as users write it
 * @param backend of NIXL; empty without
 * @param memory which shared memory it has; empty where nobody knows
 * @param rdma its active RDMA devices
 * @param faults whether it kills and stops processes on request
 */
record NodeFacts(
        String id,
        String host,
        int port,
        String version,
        String data,
        String backend,
        String memory,
        List<String> rdma,
        boolean faults) {

    /** Keeps an immutable copy. */
    NodeFacts {
        rdma = List.copyOf(rdma);
    }

    /** As {@code GET /health} answers. */
    static NodeFacts of(JsonNode health) {
        List<String> devices = new ArrayList<>();
        health.at("/rdma_devices").forEach(device -> devices.add(device.asString("")));
        return new NodeFacts(
                health.at("/peer").asString(""),
                health.at("/host").asString(""),
                health.at("/port").asInt(0),
                health.at("/version").asString("without a version"),
                health.at("/data").asString(""),
                health.at("/backend").asString(""),
                health.at("/memory").asString(""),
                devices,
                health.at("/faults").asBoolean(false));
    }

    boolean overNixl() {
        return data.equals(DataPlane.NIXL);
    }
}
