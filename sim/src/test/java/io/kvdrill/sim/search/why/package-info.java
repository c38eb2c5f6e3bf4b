@NullMarked
package io.kvdrill.sim.search.why;

import org.jspecify.annotations.NullMarked;
