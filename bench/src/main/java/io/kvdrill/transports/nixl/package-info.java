/** Benchmarks of what only this package can call. */
@NullMarked
package io.kvdrill.transports.nixl;

import org.jspecify.annotations.NullMarked;
