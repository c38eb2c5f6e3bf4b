package io.kvdrill.transports.nixl;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How a transport over NIXL is opened.
 *
 * @param capi path of {@code libnixl_capi.so}
 * @param backend NIXL's plugin
 * @param parameters the plugin's parameters by name
 * @param blocks blocks in our region
 * @param blockBytes bytes per block
 */
public record NixlConfig(Path capi, String backend, Map<String, String> parameters, long blocks, long blockBytes) {

    /**
     * Keeps a copy of the parameters.
     *
     * @throws IllegalArgumentException if there is no such region
     */
    public NixlConfig {
        if (blocks < 1 || blocks > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(blocks + " blocks; expected 1 to " + Integer.MAX_VALUE);
        }
        if (blockBytes < 1 || blockBytes > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(blockBytes + " bytes per block; expected 1 to " + Integer.MAX_VALUE);
        }
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    }

    /** vLLM's choice: UCX with four threads. */
    public static NixlConfig of(Path capi, long blocks, long blockBytes) {
        return new NixlConfig(capi, "UCX", Map.of("num_threads", "4"), blocks, blockBytes);
    }
}
