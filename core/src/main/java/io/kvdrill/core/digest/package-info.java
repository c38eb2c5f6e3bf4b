/** Digests of state, for a search that must know whether it has been somewhere before. */
@NullMarked
package io.kvdrill.core.digest;

import org.jspecify.annotations.NullMarked;
