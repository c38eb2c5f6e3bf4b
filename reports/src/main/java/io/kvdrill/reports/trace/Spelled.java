package io.kvdrill.reports.trace;

import java.util.HashMap;
import java.util.Map;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/**
 * Words that a trace repeats in many of its lines, each spelled out in JSON once: the names of fields, peers and kinds of
 * entries. All are kept, so there must be few.
 */
final class Spelled {
    private final Map<String, SerializableString> words = new HashMap<>();

    SerializableString word(String word) {
        SerializableString known = words.get(word);
        if (known == null) {
            known = new SerializedString(word);
            words.put(word, known);
        }
        return known;
    }
}
