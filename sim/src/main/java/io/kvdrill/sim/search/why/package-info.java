/** From which moment on a failing run had to fail. */
@NullMarked
package io.kvdrill.sim.search.why;

import org.jspecify.annotations.NullMarked;
