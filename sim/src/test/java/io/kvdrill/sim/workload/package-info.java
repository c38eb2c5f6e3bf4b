@NullMarked
package io.kvdrill.sim.workload;

import org.jspecify.annotations.NullMarked;
