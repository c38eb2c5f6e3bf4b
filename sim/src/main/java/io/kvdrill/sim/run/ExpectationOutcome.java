package io.kvdrill.sim.run;

import io.kvdrill.sim.world.Expectation;

/**
 * Whether an expectation was met.
 *
 * @param expectation what was stated
 * @param met whether it came so
 * @param seen what was seen instead, or the proof, for people
 */
public record ExpectationOutcome(Expectation expectation, boolean met, String seen) {}
