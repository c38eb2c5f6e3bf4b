package io.kvdrill.reports.worlds;

/**
 * Something has come to a state.
 *
 * @param state which
 * @param nanos when
 * @param sequence by which entry
 */
record Passage(String state, long nanos, long sequence) {}
