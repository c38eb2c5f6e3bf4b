/**
 * The laws of a correct tier, checked on a run. Checkers watch the trace, and look at state where a step or the run ends;
 * they never act. {@link io.kvdrill.sim.check.Laws#standard} is all of them as one observer; {@code docs/laws.md} says
 * which checker covers which statement.
 */
@NullMarked
package io.kvdrill.sim.check;

import org.jspecify.annotations.NullMarked;
