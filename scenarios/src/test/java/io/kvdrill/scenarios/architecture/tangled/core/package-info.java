/** A module of the tangled tree. */
@NullMarked
package io.kvdrill.scenarios.architecture.tangled.core;

import org.jspecify.annotations.NullMarked;
