package io.kvdrill.reports.json;

/**
 * A violation with its law.
 *
 * @param law the law's code
 * @param means what it means that it breaks, in plain words; empty where nobody says
 * @param violation where it broke
 */
public record BrokenLaw(String law, String means, RunReport.Violation violation) {}
