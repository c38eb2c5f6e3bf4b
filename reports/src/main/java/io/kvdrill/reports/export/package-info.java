/** A run in the formats of tools that people already have: Chrome's trace events, tables. */
@NullMarked
package io.kvdrill.reports.export;

import org.jspecify.annotations.NullMarked;
