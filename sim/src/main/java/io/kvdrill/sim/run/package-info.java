/** Builds a world from its description, runs it, and says what came of it. */
@NullMarked
package io.kvdrill.sim.run;

import org.jspecify.annotations.NullMarked;
