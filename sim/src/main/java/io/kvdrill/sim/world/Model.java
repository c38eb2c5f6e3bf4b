package io.kvdrill.sim.world;

/**
 * The served model, as far as its KV cache goes.
 *
 * @param blockBytes bytes of one KV block
 * @param tokensPerBlock tokens whose keys and values one block holds
 */
public record Model(long blockBytes, int tokensPerBlock) {
    /** Llama 3.1 8B in bf16: 2 MiB for 16 tokens. */
    public static final Model DEFAULT = new Model(2L << 20, 16);
}
