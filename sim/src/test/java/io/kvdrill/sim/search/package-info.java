/** Tests of the search. */
@NullMarked
package io.kvdrill.sim.search;

import org.jspecify.annotations.NullMarked;
