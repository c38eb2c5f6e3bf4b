package io.kvdrill.scenarios.explain;

import java.util.List;
import java.util.Locale;

/**
 * Something that can be asked about.
 *
 * @param kind what it is: a law, a row, an event
 * @param name what to ask for
 * @param about what it means, in a sentence
 */
record Topic(String kind, String name, String about) {

    /** Whether its name or its sentence holds all of these words, in any case. */
    boolean has(List<String> words) {
        String text = (kind + " " + name + " " + about).toLowerCase(Locale.ROOT);
        return words.stream().allMatch(word -> text.contains(word.toLowerCase(Locale.ROOT)));
    }

    /** A line, or a few. */
    String text() {
        return Wrap.words(kind + " " + name + (about.isEmpty() ? "" : ": " + about), "  ", "    ");
    }
}
