/** From scenarios to runs to what they leave: which cases to run, how, and their reports. */
@NullMarked
package io.kvdrill.scenarios.run;

import org.jspecify.annotations.NullMarked;
