/** What the code of this module may use. */
@NullMarked
package io.kvdrill.scenarios.architecture;

import org.jspecify.annotations.NullMarked;
