package io.kvdrill.scenarios.conform.compare;

/**
 * One way in which an answer is not what was expected.
 *
 * @param rule which rule of FORMAT.md section 8 it breaks, and where
 * @param expected what should have been
 * @param actual what was
 */
public record Difference(String rule, String expected, String actual) {}
