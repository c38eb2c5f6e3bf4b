package io.kvdrill.scenarios.format.scenario;

import io.kvdrill.scenarios.format.source.Problem;
import java.util.List;

/**
 * What is known of a scenario from its text, beside what is run.
 *
 * @param faultPlaces where each fault of the world is written ({@code line 12}), in their order
 * @param warnings what can be run, but is hardly meant
 */
public record Written(List<String> faultPlaces, List<Problem> warnings) {
    /** Of a scenario without a text. */
    public static final Written NOWHERE = new Written(List.of(), List.of());

    /** Keeps immutable copies. */
    public Written {
        faultPlaces = List.copyOf(faultPlaces);
        warnings = List.copyOf(warnings);
    }
}
