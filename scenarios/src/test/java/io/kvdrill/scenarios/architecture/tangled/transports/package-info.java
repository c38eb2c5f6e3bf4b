/** A module of the tangled tree. */
@NullMarked
package io.kvdrill.scenarios.architecture.tangled.transports;

import org.jspecify.annotations.NullMarked;
