/** Makes faults happen at their moments, by watching the trace, through narrow hooks into the simulated world. */
@NullMarked
package io.kvdrill.sim.fault;

import org.jspecify.annotations.NullMarked;
