/**
 * Worlds, profiles and faults drawn from a seed: what a search for unknown failures runs. docs/search.md describes the
 * grammar.
 */
@NullMarked
package io.kvdrill.sim.search.swarm;

import org.jspecify.annotations.NullMarked;
