/**
 * What files may hold, as data: a {@link io.kvdrill.scenarios.format.shape.Shape} lists the fields of a mapping with
 * type, unit, default, documentation and example. The same list reads a file, refuses what does not belong, and is the
 * source of the documentation, so neither can say what the other does not do.
 */
@NullMarked
package io.kvdrill.scenarios.format.shape;

import org.jspecify.annotations.NullMarked;
