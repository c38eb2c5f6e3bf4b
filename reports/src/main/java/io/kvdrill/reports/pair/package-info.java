/** Two runs side by side: what differs in what came of them, and both on one time axis. */
@NullMarked
package io.kvdrill.reports.pair;

import org.jspecify.annotations.NullMarked;
