package io.kvdrill.scenarios.format.preset;

import io.kvdrill.sim.world.Model;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A served model on a machine: the size of its KV cache and, where they are known, the speeds of an engine that runs it.
 *
 * @param name as a scenario writes it
 * @param about the model and how it is spread over GPUs
 * @param kvBytesPerToken bytes of KV cache that one token takes at one rank
 * @param tokensPerBlock tokens of a block, unless a scenario says otherwise
 * @param kvSource where these numbers are from
 * @param prefillTokensPerSecond how fast it computes prompts; null where nobody has published it
 * @param prefillSource where that is from; empty with null
 * @param stepNanos length of a step that decodes; null where nobody has published it
 * @param stepSource where that is from; empty with null
 */
public record ModelPreset(
        String name,
        String about,
        long kvBytesPerToken,
        int tokensPerBlock,
        String kvSource,
        @Nullable Long prefillTokensPerSecond,
        String prefillSource,
        @Nullable Long stepNanos,
        String stepSource) {
    private static final String BLOG = "vLLM blog of 2026-01-08";

    private static final List<ModelPreset> ALL = List.of(
            computed(
                    "llama-3.1-8b",
                    "Llama 3.1 8B, bf16, one GPU",
                    131_072,
                    16,
                    "2 x 32 layers x 8 heads x 128 x 2 B; the " + BLOG + " has 2 MB for 16 tokens"),
            computed("llama-3.1-70b", "Llama 3.1 70B, bf16, whole", 327_680, 16, "2 x 80 layers x 8 heads x 128 x 2 B")
                    .stepping(22_000_000, "21.9 ms per output token in vLLM PR 32553"),
            computed(
                            "llama-3.1-70b-tp4",
                            "Llama 3.1 70B, bf16, a rank of four",
                            81_920,
                            16,
                            "a quarter of llama-3.1-70b;" + " the " + BLOG + " has 1.25 MB for 16 tokens")
                    .stepping(22_000_000, "21.9 ms per output token in vLLM PR 32553"),
            computed(
                    "llama-3.1-405b",
                    "Llama 3.1 405B, bf16, whole",
                    516_096,
                    16,
                    "2 x 126 layers x 8 heads x 128 x 2 B"),
            computed(
                    "qwen3-8b",
                    "Qwen3 8B, bf16, one GPU",
                    147_456,
                    16,
                    "2 x 36 layers x 8 heads x 128 x 2 B; the " + BLOG
                            + " has 1.97 MB for 16 tokens, which does not fit"),
            computed("qwen3-32b", "Qwen3 32B, bf16, whole", 262_144, 16, "2 x 64 layers x 8 heads x 128 x 2 B"),
            computed(
                    "qwen3-32b-tp2",
                    "Qwen3 32B, bf16, a rank of two",
                    131_072,
                    16,
                    "half of qwen3-32b; the " + BLOG + " has 2 MB for 16 tokens"),
            computed(
                    "qwen3-30b-a3b", "Qwen3 30B-A3B, bf16, one GPU", 98_304, 16, "2 x 48 layers x 4 heads x 128 x 2 B"),
            computed(
                    "deepseek-v3",
                    "DeepSeek V3 or R1 with MLA, bf16",
                    70_272,
                    64,
                    "61 layers x (512 + 64) x 2 B;" + " dimensions from NIXL's kvbench example"),
            computed("deepseek-v3-fp8", "DeepSeek V3 or R1 with MLA, fp8 cache", 35_136, 64, "half of deepseek-v3"),
            computed("deepseek-v2-lite", "DeepSeek V2 Lite", 29_688, 64, "1.9 MB for 64 tokens in the " + BLOG),
            computed(
                            "gpt-oss-120b",
                            "gpt-oss-120b, hybrid attention",
                            41_500,
                            64,
                            "41.5 KB a token, measured in llm-d's" + " guide to P2P KV-cache sharing")
                    .prefilling(29_000, "about 29 K tokens/s in llm-d's guide to P2P KV-cache sharing"),
            computed(
                            "glm-5.2-fp8",
                            "GLM 5.2, fp8, H200",
                            93_000,
                            64,
                            "about 93 KB a token, measured in llm-d's guide to" + " P2P KV-cache sharing")
                    .prefilling(7_300, "130 to 144 us a token in llm-d's guide to P2P KV-cache sharing"),
            computed(
                            "glm-5.2-fp8-rank",
                            "GLM 5.2, fp8, a rank with 64 GiB of CPU tier",
                            54_785,
                            64,
                            "64 GiB hold 19,599 blocks in vLLM PR 57139, 3.51 MB for 64 tokens; another deployment than"
                                    + " glm-5.2-fp8")
                    .prefilling(7_300, "130 to 144 us a token in llm-d's guide to P2P KV-cache sharing"));

    /** All of them. */
    public static List<ModelPreset> all() {
        return ALL;
    }

    /** The one of this name. */
    public static Optional<ModelPreset> named(String name) {
        return ALL.stream().filter(preset -> preset.name().equals(name)).findFirst();
    }

    /** The model with blocks of so many tokens. */
    public Model model(int tokens) {
        return new Model(kvBytesPerToken * tokens, tokens);
    }

    private static ModelPreset computed(String name, String about, long bytes, int tokens, String source) {
        return new ModelPreset(name, about, bytes, tokens, source, null, "", null, "");
    }

    private ModelPreset prefilling(long tokensPerSecond, String source) {
        return new ModelPreset(
                name, about, kvBytesPerToken, tokensPerBlock, kvSource, tokensPerSecond, source, stepNanos, stepSource);
    }

    private ModelPreset stepping(long nanos, String source) {
        return new ModelPreset(
                name,
                about,
                kvBytesPerToken,
                tokensPerBlock,
                kvSource,
                prefillTokensPerSecond,
                prefillSource,
                nanos,
                source);
    }
}
