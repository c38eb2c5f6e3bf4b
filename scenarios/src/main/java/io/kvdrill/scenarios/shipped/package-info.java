/** The scenarios that come with the program, and how a person names a scenario. */
@NullMarked
package io.kvdrill.scenarios.shipped;

import org.jspecify.annotations.NullMarked;
