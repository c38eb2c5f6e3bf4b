/** Drives searches: threads, wall clock and files around the pure parts in {@code io.kvdrill.sim.search}. */
@NullMarked
package io.kvdrill.scenarios.search;

import org.jspecify.annotations.NullMarked;
