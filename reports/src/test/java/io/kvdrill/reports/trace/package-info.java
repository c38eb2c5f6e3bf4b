/** Stored traces. */
@NullMarked
package io.kvdrill.reports.trace;

import org.jspecify.annotations.NullMarked;
