package io.kvdrill.core.transport;

import io.kvdrill.core.protocol.Bytes;

/**
 * A contiguous run of equal blocks that one-sided writes may be addressed to.
 *
 * @param agentMetadata what a peer needs to reach the region; opaque
 * @param baseAddress address of the first block, unsigned
 * @param blockCount number of blocks, unsigned
 * @param blockBytes bytes per block, unsigned
 */
public record MemoryRegion(Bytes agentMetadata, long baseAddress, long blockCount, long blockBytes) {}
