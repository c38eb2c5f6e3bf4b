package io.kvdrill.sim.world;

/**
 * A peer has the blocks of this prompt in its primary tier when the run starts.
 *
 * @param peer whose cache
 * @param prompt what it has seen
 */
public record WarmCache(String peer, Prompt prompt) {}
