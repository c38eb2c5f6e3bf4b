/** Records what happens in a run: a hash chain over its events, their causes, and the first difference of two runs. */
@NullMarked
package io.kvdrill.sim.trace;

import org.jspecify.annotations.NullMarked;
