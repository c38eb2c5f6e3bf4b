package io.kvdrill.scenarios.format.scenario;

import java.util.List;

/**
 * What a scenario rehearses, for those who look for it.
 *
 * @param fieldCases ids of docs/field-cases.md, such as {@code F36}
 * @param kind what sort of trouble it is, one of {@link RehearsalFields#kinds}; empty where nothing is said
 * @param symptoms how it is noticed, of {@link RehearsalFields#symptoms}
 * @param laws codes of laws that it is about, whether or not they break in it
 */
public record Rehearsal(List<String> fieldCases, String kind, List<String> symptoms, List<String> laws) {
    /** Nothing that anybody would look for. */
    public static final Rehearsal NONE = new Rehearsal(List.of(), "", List.of(), List.of());

    /** Keeps immutable copies. */
    public Rehearsal {
        fieldCases = List.copyOf(fieldCases);
        symptoms = List.copyOf(symptoms);
        laws = List.copyOf(laws);
    }
}
