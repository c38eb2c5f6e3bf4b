package io.kvdrill.scenarios.cli;

/** Marks text: with colours on a terminal, else not at all. */
public enum Style {
    /** As it is. */
    PLAIN,
    /** With ANSI colours. */
    COLOURED;

    private static final String END = "\u001b[0m";

    /** What is as it should be. */
    String good(String text) {
        return with("\u001b[32m", text);
    }

    /** What is not. */
    String bad(String text) {
        return with("\u001b[31m", text);
    }

    /** What matters most. */
    String strong(String text) {
        return with("\u001b[1m", text);
    }

    /** What matters less. */
    String faint(String text) {
        return with("\u001b[2m", text);
    }

    private String with(String code, String text) {
        return this == COLOURED ? code + text + END : text;
    }
}
