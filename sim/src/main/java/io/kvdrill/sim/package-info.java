/** The deterministic world in which the tier is rehearsed. */
@NullMarked
package io.kvdrill.sim;

import org.jspecify.annotations.NullMarked;
