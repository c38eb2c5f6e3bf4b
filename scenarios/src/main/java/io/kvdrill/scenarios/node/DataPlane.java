package io.kvdrill.scenarios.node;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What moves the blocks of a node.
 *
 * @param nixlLibrary path of {@code libnixl_capi.so}; null for shared memory
 * @param backend NIXL's plugin; empty for shared memory
 * @param parameters the plugin's parameters by name
 */
public record DataPlane(@Nullable Path nixlLibrary, String backend, Map<String, String> parameters) {
    /** The name of shared memory, as users write it. */
    public static final String SHM = "shm";
    /** The name of NIXL, as users write it. */
    public static final String NIXL = "nixl";
    /** The plugin of NIXL that vLLM uses. */
    public static final String UCX = "UCX";

    /** Keeps a copy of the parameters. */
    public DataPlane {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** Shared memory, between the processes of one host. */
    public static DataPlane shm() {
        return new DataPlane(null, "", Map.of());
    }

    /**
     * NIXL.
     *
     * @param threads of the plugin UCX; other plugins have no such parameter
     */
    public static DataPlane nixl(Path library, String backend, int threads) {
        return new DataPlane(
                library, backend, backend.equals(UCX) ? Map.of("num_threads", Integer.toString(threads)) : Map.of());
    }

    /** The name that users write. */
    public String word() {
        return nixlLibrary == null ? SHM : NIXL;
    }

    /** For people, with the devices that it may take: {@code nixl (UCX; RDMA devices here: none)}. */
    public String withDevices(List<String> devices) {
        return nixlLibrary == null
                ? SHM
                : NIXL + " (" + backend + "; RDMA devices here: "
                        + (devices.isEmpty() ? "none" : String.join(", ", devices)) + ")";
    }

    /** For people: {@code shm}, or {@code nixl (UCX)}. */
    @Override
    public String toString() {
        return nixlLibrary == null ? SHM : NIXL + " (" + backend + ")";
    }
}
