package io.kvdrill.core.protocol;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parameters of an engine that decide whether its KV blocks mean the same to another engine (protocol.md section 1).
 *
 * @param modelName the model as the engine was asked to load it
 * @param tokensPerHash tokens that one block hash covers
 * @param blocksPerChunk blocks that are moved as one
 * @param tpSize tensor-parallel ranks
 * @param ppSize pipeline-parallel ranks
 * @param pcpSize prefill-context-parallel ranks
 * @param dcpSize decode-context-parallel ranks
 * @param dtype the cache's element type, as {@code torch.bfloat16}
 * @param groups the KV groups in order
 * @param parallelismAgnostic whether the layout is the same whatever the number of ranks
 * @param replicatedLayout whether every rank holds the same; implies agnostic
 */
public record EngineLayout(
        String modelName,
        long tokensPerHash,
        long blocksPerChunk,
        long tpSize,
        long ppSize,
        long pcpSize,
        long dcpSize,
        String dtype,
        List<KvGroup> groups,
        boolean parallelismAgnostic,
        boolean replicatedLayout) {

    /** One KV group. */
    public record KvGroup(long tokensPerBlock, List<String> layerNames) {
        /** Keeps an immutable copy of {@code layerNames}. */
        public KvGroup {
            layerNames = List.copyOf(layerNames);
        }
    }

    /** Keeps an immutable copy of {@code groups}. */
    public EngineLayout {
        groups = List.copyOf(groups);
    }

    /** What {@link Fingerprints#of} hashes for this engine. The caller owns the map. */
    public Map<String, Object> runConfig() {
        boolean agnostic = parallelismAgnostic || replicatedLayout;
        Map<String, Object> config = new LinkedHashMap<>();
        config.put("model_name", modelName);
        config.put("tokens_per_hash", tokensPerHash);
        config.put("blocks_per_file", blocksPerChunk);
        config.put("tp_size", agnostic ? 1L : tpSize);
        config.put("pp_size", agnostic ? 1L : ppSize);
        config.put("pcp_size", agnostic ? 1L : pcpSize);
        config.put("dcp_size", agnostic ? 1L : dcpSize);
        config.put("dtype", dtype);
        List<Map<String, Object>> kvGroups = new ArrayList<>();
        for (KvGroup group : groups) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("tokens_per_block", group.tokensPerBlock());
            entry.put("layer_names", group.layerNames());
            kvGroups.add(entry);
        }
        config.put("kv_cache_groups", kvGroups);
        config.put("inference_engine", "vllm");
        if (!agnostic) {
            config.put("parallel_agnostic", false);
        }
        if (replicatedLayout) {
            config.put("replicated_layout", true);
        }
        return config;
    }
}
