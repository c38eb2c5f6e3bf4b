/**
 * One scenario in two worlds, the simulator and a real one, held against each other: {@link
 * io.kvdrill.reports.worlds.WorldsComparison}. What must be equal there, and what need not, {@code docs/compare.md} says.
 */
@NullMarked
package io.kvdrill.reports.worlds;

import org.jspecify.annotations.NullMarked;
