/** The scenarios that come with the program, and how a person names a scenario. */
@NullMarked
package io.kvdrill.scenarios.library;

import org.jspecify.annotations.NullMarked;
