@NullMarked
package io.kvdrill.sim.run;

import org.jspecify.annotations.NullMarked;
