/** A module of the tangled tree. */
@NullMarked
package io.kvdrill.scenarios.architecture.tangled.reports;

import org.jspecify.annotations.NullMarked;
