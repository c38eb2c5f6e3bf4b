/** Models and links by name, with numbers that somebody published and where. */
@NullMarked
package io.kvdrill.scenarios.format.preset;

import org.jspecify.annotations.NullMarked;
