/** Recording and comparing traces. */
@NullMarked
package io.kvdrill.sim.trace;

import org.jspecify.annotations.NullMarked;
