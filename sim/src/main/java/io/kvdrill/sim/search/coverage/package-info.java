/** What runs have reached: rows, messages, faults at their moments, states of the roles. */
@NullMarked
package io.kvdrill.sim.search.coverage;

import org.jspecify.annotations.NullMarked;
