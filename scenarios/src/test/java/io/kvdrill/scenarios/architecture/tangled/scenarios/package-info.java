/** A module of the tangled tree. */
@NullMarked
package io.kvdrill.scenarios.architecture.tangled.scenarios;

import org.jspecify.annotations.NullMarked;
