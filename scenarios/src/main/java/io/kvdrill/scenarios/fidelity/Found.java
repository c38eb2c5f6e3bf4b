package io.kvdrill.scenarios.fidelity;

import io.kvdrill.scenarios.conform.VectorReport.Mismatch;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;

/**
 * The first difference of one life.
 *
 * @param again the command that repeats the run
 * @param vector what the tier was told, up to the step that differs
 * @param mismatch that step
 * @param shape what it is grouped by
 */
record Found(String again, ConformanceVector vector, Mismatch mismatch, String shape) {}
