package io.kvdrill.core.manager;

import java.util.Map;

/** The seed of block hashes that a tier announces (protocol.md section 1; vLLM pull request 51875). */
public final class HashSeeds {
    /** What cryptographic hashes are seeded with where nothing is set. */
    public static final String DEFAULT = "vllm-none-hash";

    private HashSeeds() {}

    /** {@code PYTHONHASHSEED} where it is set, also to nothing; else {@link #DEFAULT}. */
    public static String of(Map<String, String> environment) {
        return environment.getOrDefault("PYTHONHASHSEED", DEFAULT);
    }
}
