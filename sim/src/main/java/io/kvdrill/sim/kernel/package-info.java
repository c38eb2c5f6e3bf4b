/**
 * The event loop of the deterministic world: virtual time, the queue of pending events, named random streams, the clock
 * of each peer and its thread as transports see it.
 *
 * <p>World time is a {@code long} of nanoseconds from 0. Only {@link io.kvdrill.sim.kernel.Kernel} moves it.
 */
@NullMarked
package io.kvdrill.sim.kernel;

import org.jspecify.annotations.NullMarked;
