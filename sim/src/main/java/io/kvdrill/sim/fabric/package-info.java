/**
 * The data plane of the deterministic world: block memory with content tags, one-sided writes that share bandwidth and
 * land block by block, registration, fences, and what can go wrong with them (protocol.md section 7).
 */
@NullMarked
package io.kvdrill.sim.fabric;

import org.jspecify.annotations.NullMarked;
