/** A fixed set of runs, and how fast they are: {@code kvdrill bench}. */
@NullMarked
package io.kvdrill.scenarios.bench;

import org.jspecify.annotations.NullMarked;
