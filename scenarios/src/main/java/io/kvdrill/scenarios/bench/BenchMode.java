package io.kvdrill.scenarios.bench;

/** What happens beside the run while it is measured. */
public enum BenchMode {
    /** All laws are checked, as in every run. */
    CHECKED,
    /** No law is checked. */
    UNCHECKED,
    /** All laws are checked, and the trace is written to a file. */
    TRACED
}
