/**
 * Smaller runs that fail alike. Two ways: {@link io.kvdrill.sim.search.shrink.Shrinker} simplifies the world, and {@link
 * io.kvdrill.sim.search.shrink.Schedule} first writes down what chance and events decided, so that what is simplified has
 * no chance left in it.
 */
@NullMarked
package io.kvdrill.sim.search.shrink;

import org.jspecify.annotations.NullMarked;
