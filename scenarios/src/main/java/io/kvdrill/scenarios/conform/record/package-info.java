/** Writes down as vectors what a tier is told and does while a world is run. */
@NullMarked
package io.kvdrill.scenarios.conform.record;

import org.jspecify.annotations.NullMarked;
