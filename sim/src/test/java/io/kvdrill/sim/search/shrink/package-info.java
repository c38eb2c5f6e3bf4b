@NullMarked
package io.kvdrill.sim.search.shrink;

import org.jspecify.annotations.NullMarked;
