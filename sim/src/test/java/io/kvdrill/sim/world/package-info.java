@NullMarked
package io.kvdrill.sim.world;

import org.jspecify.annotations.NullMarked;
