package io.kvdrill.scenarios.search;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Compares what sweeps are of ({@link Subject#identity}). */
final class Identities {
    private Identities() {}

    /** In what the second differs from the first, in words; empty where it does not. */
    static String differences(Map<String, String> theirs, Map<String, String> ours) {
        List<String> differences = new ArrayList<>();
        TreeSet<String> names = new TreeSet<>(ours.keySet());
        names.addAll(theirs.keySet());
        for (String name : names) {
            String was = theirs.getOrDefault(name, "none");
            String is = ours.getOrDefault(name, "none");
            if (!was.equals(is)) {
                differences.add(name + " was " + was + ", is " + is);
            }
        }
        return String.join("; ", differences);
    }
}
