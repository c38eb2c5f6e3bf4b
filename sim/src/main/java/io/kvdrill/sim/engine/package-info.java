/**
 * A model of the host engine around the tier (protocol.md section 8): primary cache, tiering manager, scheduler step,
 * requests. Runs on any clock: it knows its surroundings only through {@link io.kvdrill.sim.engine.EngineHost}.
 */
@NullMarked
package io.kvdrill.sim.engine;

import org.jspecify.annotations.NullMarked;
