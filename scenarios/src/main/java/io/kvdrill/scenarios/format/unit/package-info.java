/** Quantities as people of the field write them: {@code 22ms}, {@code 2MiB}, {@code 100Gbps}, {@code 29000 tok/s}. */
@NullMarked
package io.kvdrill.scenarios.format.unit;

import org.jspecify.annotations.NullMarked;
