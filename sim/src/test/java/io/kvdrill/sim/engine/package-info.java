@NullMarked
package io.kvdrill.sim.engine;

import org.jspecify.annotations.NullMarked;
