/**
 * Looking for failures that nobody wrote down: worlds drawn from a seed, failures told apart, smaller worlds that fail
 * alike, every order of events. Pure: threads, wall clock and files belong to those who drive it.
 */
@NullMarked
package io.kvdrill.sim.search;

import org.jspecify.annotations.NullMarked;
