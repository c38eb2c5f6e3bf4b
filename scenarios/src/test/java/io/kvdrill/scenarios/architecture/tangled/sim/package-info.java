/** A module of the tangled tree. */
@NullMarked
package io.kvdrill.scenarios.architecture.tangled.sim;

import org.jspecify.annotations.NullMarked;
