@NullMarked
package io.kvdrill.sim.fault;

import org.jspecify.annotations.NullMarked;
