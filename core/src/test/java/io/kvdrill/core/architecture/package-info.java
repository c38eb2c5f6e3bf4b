/** What the code of the core and of the simulated world may not use, as rules that other modules share. */
@NullMarked
package io.kvdrill.core.architecture;

import org.jspecify.annotations.NullMarked;
