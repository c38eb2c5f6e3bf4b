package io.kvdrill.scenarios.conform.vector;

import java.util.List;

/**
 * One script of calls and outside events with what the modelled tier answered (FORMAT.md section 2). Lines of wire and
 * fingerprint files are vectors of one step.
 *
 * @param file where it stands, for people
 * @param line from 1
 * @param name unique among all vectors read together
 * @param about one sentence
 * @param reference what it was recorded from
 * @param config the settings of its tier
 * @param defects ids of what goes wrong in it (FORMAT.md section 9.2)
 * @param defectAt the first step that a corrected tier may answer otherwise, or {@link #NO_DEFECT}
 * @param steps what to do
 */
public record ConformanceVector(
        String file,
        int line,
        String name,
        String about,
        Reference reference,
        VectorConfig config,
        List<String> defects,
        int defectAt,
        List<Step> steps) {
    /** {@link #defectAt} of a vector that shows no defect. */
    public static final int NO_DEFECT = Integer.MAX_VALUE;

    /** Keeps immutable copies of the lists. */
    public ConformanceVector {
        defects = List.copyOf(defects);
        steps = List.copyOf(steps);
    }

    /** The same with other steps. */
    public ConformanceVector withSteps(List<Step> others) {
        return new ConformanceVector(file, line, name, about, reference, config, defects, defectAt, others);
    }
}
