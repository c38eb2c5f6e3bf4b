/** The simulated data fabric. */
@NullMarked
package io.kvdrill.sim.fabric;

import org.jspecify.annotations.NullMarked;
