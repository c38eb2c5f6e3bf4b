/** What a pair of hosts measures like, as links that scenarios can include. */
@NullMarked
package io.kvdrill.scenarios.calibrate;

import org.jspecify.annotations.NullMarked;
