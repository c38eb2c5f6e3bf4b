/** Writes worlds as scenario files: what {@link io.kvdrill.scenarios.format.scenario} reads, the other way. */
@NullMarked
package io.kvdrill.scenarios.format.write;

import org.jspecify.annotations.NullMarked;
