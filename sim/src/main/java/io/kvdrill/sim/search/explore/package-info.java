/**
 * Every order of events of a small world, up to a bound: stateless search by replay from a choice prefix, with the states
 * remembered that were seen, and equal orders visited once. docs/explore.md says what is explored and what is not.
 *
 * <p>Pure: threads, wall clock, files and the hash of a state belong to those who drive it.
 */
@NullMarked
package io.kvdrill.sim.search.explore;

import org.jspecify.annotations.NullMarked;
