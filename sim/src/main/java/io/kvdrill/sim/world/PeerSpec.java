package io.kvdrill.sim.world;

import org.jspecify.annotations.Nullable;

/**
 * One engine with its tier.
 *
 * @param name what the rest of the world calls it
 * @param host as configured, and as announced to peers
 * @param port base port; the data-parallel rank is added to it
 * @param rank data-parallel index, from 0
 * @param slots blocks in its primary (CPU) tier
 * @param prefillTokensPerSecond how fast it computes a prompt
 * @param prefillChunkTokens most prompt tokens that one step computes, over all requests
 * @param stepNanos duration of a step that decodes
 * @param idleTickNanos length of the grid on which an engine without running requests steps
 * @param tickPhaseNanos where that grid starts, from 0 to the tick
 * @param controlTickNanos how often a thread of its own looks at control messages while a step computes; 0 for never
 * @param gpuCopyBytesPerSecond bandwidth between the GPU and the primary tier
 * @param hashSeed seed of its block hashes
 * @param fingerprint compatibility fingerprint, empty for none
 * @param failureDomain what it dies with, as it announces it; empty for none
 * @param blockBytes bytes of a block where they differ from the model's, else null
 * @param clockOffsetNanos what its clock shows at the start of the run
 * @param clockDriftPpm how much too fast its clock runs, in parts per million; negative for slow
 */
public record PeerSpec(
        String name,
        String host,
        int port,
        int rank,
        int slots,
        long prefillTokensPerSecond,
        int prefillChunkTokens,
        long stepNanos,
        long idleTickNanos,
        long tickPhaseNanos,
        long controlTickNanos,
        long gpuCopyBytesPerSecond,
        String hashSeed,
        String fingerprint,
        String failureDomain,
        @Nullable Long blockBytes,
        long clockOffsetNanos,
        long clockDriftPpm) {
    /** vLLM's default port. */
    public static final int DEFAULT_PORT = 5710;

    /** A peer that announces no failure domain, and whose control messages move between steps only. */
    public PeerSpec(
            String name,
            String host,
            int port,
            int rank,
            int slots,
            long prefillTokensPerSecond,
            int prefillChunkTokens,
            long stepNanos,
            long idleTickNanos,
            long tickPhaseNanos,
            long gpuCopyBytesPerSecond,
            String hashSeed,
            String fingerprint,
            @Nullable Long blockBytes,
            long clockOffsetNanos,
            long clockDriftPpm) {
        this(
                name,
                host,
                port,
                rank,
                slots,
                prefillTokensPerSecond,
                prefillChunkTokens,
                stepNanos,
                idleTickNanos,
                tickPhaseNanos,
                0,
                gpuCopyBytesPerSecond,
                hashSeed,
                fingerprint,
                "",
                blockBytes,
                clockOffsetNanos,
                clockDriftPpm);
    }

    /** How many slots a peer may have. */
    public static final int MOST_SLOTS = 1 << 20;

    /** A peer with the usual numbers: 256 slots, 29,000 tokens/s in steps of up to 8,192, 22 ms steps, 1 ms ticks. */
    public static PeerSpec of(String name, String host) {
        return new PeerSpec(
                name,
                host,
                DEFAULT_PORT,
                0,
                256,
                29_000,
                8_192,
                22_000_000,
                1_000_000,
                0,
                50_000_000_000L,
                "vllm-none-hash",
                "0123456789abcdef",
                null,
                0,
                0);
    }

    /** Its transport identity, {@code host:port}, with the rank added. */
    public String id() {
        return host + ":" + (port + rank);
    }

    /** This peer with another number of primary slots. */
    public PeerSpec withSlots(int newSlots) {
        return new PeerSpec(
                name,
                host,
                port,
                rank,
                newSlots,
                prefillTokensPerSecond,
                prefillChunkTokens,
                stepNanos,
                idleTickNanos,
                tickPhaseNanos,
                controlTickNanos,
                gpuCopyBytesPerSecond,
                hashSeed,
                fingerprint,
                failureDomain,
                blockBytes,
                clockOffsetNanos,
                clockDriftPpm);
    }

    /** This peer at another port. */
    public PeerSpec withPort(int newPort) {
        return new PeerSpec(
                name,
                host,
                newPort,
                rank,
                slots,
                prefillTokensPerSecond,
                prefillChunkTokens,
                stepNanos,
                idleTickNanos,
                tickPhaseNanos,
                controlTickNanos,
                gpuCopyBytesPerSecond,
                hashSeed,
                fingerprint,
                failureDomain,
                blockBytes,
                clockOffsetNanos,
                clockDriftPpm);
    }

    /** This peer with another clock. */
    public PeerSpec withClock(long offsetNanos, long driftPpm) {
        return new PeerSpec(
                name,
                host,
                port,
                rank,
                slots,
                prefillTokensPerSecond,
                prefillChunkTokens,
                stepNanos,
                idleTickNanos,
                tickPhaseNanos,
                controlTickNanos,
                gpuCopyBytesPerSecond,
                hashSeed,
                fingerprint,
                failureDomain,
                blockBytes,
                offsetNanos,
                driftPpm);
    }

    /** This peer with another hash seed, fingerprint and block size; null for the model's. */
    public PeerSpec withCompatibility(String newSeed, String newFingerprint, @Nullable Long newBlockBytes) {
        return new PeerSpec(
                name,
                host,
                port,
                rank,
                slots,
                prefillTokensPerSecond,
                prefillChunkTokens,
                stepNanos,
                idleTickNanos,
                tickPhaseNanos,
                controlTickNanos,
                gpuCopyBytesPerSecond,
                newSeed,
                newFingerprint,
                failureDomain,
                newBlockBytes,
                clockOffsetNanos,
                clockDriftPpm);
    }
}
