@NullMarked
package io.kvdrill.sim.search.swarm;

import org.jspecify.annotations.NullMarked;
