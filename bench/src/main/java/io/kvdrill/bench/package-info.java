/** Benchmarks of what a run spends its time in: docs/performance.md says how to run them, and what came of it. */
@NullMarked
package io.kvdrill.bench;

import org.jspecify.annotations.NullMarked;
