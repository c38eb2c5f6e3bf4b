/**
 * A stored trace read as what happened over time: spans of engines, sessions, loads and stores, messages, transfers,
 * slots. Knows the names of trace events and their fields (docs/trace.md), and nothing of how the trace was made.
 */
@NullMarked
package io.kvdrill.reports.timeline;

import org.jspecify.annotations.NullMarked;
