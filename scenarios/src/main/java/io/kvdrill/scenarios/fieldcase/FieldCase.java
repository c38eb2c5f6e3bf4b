package io.kvdrill.scenarios.fieldcase;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A public failure report, or an edge case that follows from the published design.
 *
 * @param id as docs/field-cases.md has it, such as {@code F36}
 * @param title what happens, in a line
 * @param links where it was reported; empty where nobody reported it
 * @param story what happened and why, in a few sentences
 * @param waits by profile, the deadlines that a request waits for, one after the other
 * @param settings the rows of a profile that decide how it ends, the first to change first
 * @param lookAt what to look at in a trace or a deployment; may be empty
 * @param outside why no scenario rehearses it; empty where one does
 */
public record FieldCase(
        String id,
        String title,
        List<String> links,
        String story,
        Map<String, Deadlines> waits,
        List<String> settings,
        String lookAt,
        String outside) {

    /** Keeps immutable copies. */
    public FieldCase {
        links = List.copyOf(links);
        waits = Collections.unmodifiableMap(new LinkedHashMap<>(waits));
        settings = List.copyOf(settings);
    }

    /** Whether it is outside of what the simulation models. */
    public boolean isOutside() {
        return !outside.isEmpty();
    }
}
