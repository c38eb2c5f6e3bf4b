package io.kvdrill.scenarios.format.source;

/**
 * One thing that is wrong with an input.
 *
 * @param message what is wrong and what was expected, without a final stop
 * @param help what to write instead; empty if there is nothing to add
 */
public record Problem(Span span, String message, String help) {}
