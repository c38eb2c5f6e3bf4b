/**
 * Why things happened: of each entry of a trace the entries that it follows from, and the causal past of a violation.
 * {@code docs/trace.md} says what counts as a cause.
 */
@NullMarked
package io.kvdrill.reports.cause;

import org.jspecify.annotations.NullMarked;
