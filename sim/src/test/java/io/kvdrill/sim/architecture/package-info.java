/** What the code of this module may use. */
@NullMarked
package io.kvdrill.sim.architecture;

import org.jspecify.annotations.NullMarked;
