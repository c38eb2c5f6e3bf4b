@NullMarked
package io.kvdrill.sim.check;

import org.jspecify.annotations.NullMarked;
