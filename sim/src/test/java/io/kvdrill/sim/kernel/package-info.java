/** The event loop, chance, clocks and the host thread. */
@NullMarked
package io.kvdrill.sim.kernel;

import org.jspecify.annotations.NullMarked;
