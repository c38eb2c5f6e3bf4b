package io.kvdrill.scenarios.run;

import java.util.ArrayList;
import java.util.List;

/** Reads commands that {@link RunCase#again} wrote. */
public final class ShellWords {
    private ShellWords() {}

    /** A text as one word. */
    public static String quoted(String text) {
        return Shell.quoted(text);
    }

    /** The words of a command, without the single quotes and backslashes that kept them together. */
    public static List<String> of(String command) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        boolean quoted = false;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
                inWord = true;
            } else if (!quoted && c == ' ') {
                if (inWord) {
                    words.add(word.toString());
                }
                word.setLength(0);
                inWord = false;
            } else {
                if (!quoted && c == '\\' && i + 1 < command.length()) {
                    c = command.charAt(++i);
                }
                word.append(c);
                inWord = true;
            }
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }
}
