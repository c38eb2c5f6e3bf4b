package io.kvdrill.sim.engine;

import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.PeerSpec;

/**
 * The numbers of one engine.
 *
 * @param slots blocks in the primary cache
 * @param blockBytes bytes of a block
 * @param tokensPerBlock tokens of a block
 * @param prefillTokensPerSecond how fast it computes prompts
 * @param prefillChunkTokens most prompt tokens in one step
 * @param decodeStepNanos duration of a step that decodes
 * @param gpuCopyBytesPerSecond bandwidth between GPU and primary cache
 */
public record EngineConfig(
        int slots,
        long blockBytes,
        int tokensPerBlock,
        long prefillTokensPerSecond,
        int prefillChunkTokens,
        long decodeStepNanos,
        long gpuCopyBytesPerSecond) {
    private static final double BILLION = 1e9;

    /** Those of a peer. */
    public static EngineConfig of(PeerSpec peer, Model model) {
        Long own = peer.blockBytes();
        return new EngineConfig(
                peer.slots(),
                own == null ? model.blockBytes() : own,
                model.tokensPerBlock(),
                peer.prefillTokensPerSecond(),
                peer.prefillChunkTokens(),
                peer.stepNanos(),
                peer.gpuCopyBytesPerSecond());
    }

    /** How long it takes to compute this much of prompts. */
    long prefillNanos(long tokens) {
        return ceiling(tokens * BILLION / prefillTokensPerSecond);
    }

    /** How long it takes to copy blocks between the GPU and the primary cache, at least a nanosecond. */
    long copyNanos(int blocks) {
        return Math.max(1, ceiling((double) blocks * blockBytes * BILLION / gpuCopyBytesPerSecond));
    }

    private static long ceiling(double nanos) {
        return (long) Math.ceil(nanos);
    }
}
