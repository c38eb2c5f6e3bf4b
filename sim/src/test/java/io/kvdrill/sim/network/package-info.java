/** The simulated control network. */
@NullMarked
package io.kvdrill.sim.network;

import org.jspecify.annotations.NullMarked;
