/** What must match between two answers to the same step, and what may differ (FORMAT.md section 8). */
@NullMarked
package io.kvdrill.scenarios.conform.compare;

import org.jspecify.annotations.NullMarked;
