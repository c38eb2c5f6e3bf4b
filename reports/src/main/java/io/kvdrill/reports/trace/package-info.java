/** Stored traces: writing, reading and showing them. {@code docs/trace.md} describes the file. */
@NullMarked
package io.kvdrill.reports.trace;

import org.jspecify.annotations.NullMarked;
