/** Deadlines, indexed so that time costs only when it is due. */
@NullMarked
package io.kvdrill.core.time;

import org.jspecify.annotations.NullMarked;
