package io.kvdrill.scenarios.explain;

/** Breaks text into lines of at most 80 columns. */
public final class Wrap {
    /** The width of everything that is printed for people. */
    public static final int WIDTH = 80;

    private Wrap() {}

    /**
     * Words in lines, each ending in a line end.
     *
     * @param first what the first line begins with
     * @param other what each further line begins with
     */
    public static String words(String text, String first, String other) {
        StringBuilder out = new StringBuilder();
        StringBuilder line = new StringBuilder(first);
        boolean bare = true;
        for (String word : text.strip().split("\\s+", -1)) {
            if (!bare && line.length() + 1 + word.length() > WIDTH) {
                out.append(line).append('\n');
                line = new StringBuilder(other);
                bare = true;
            }
            line.append(bare ? "" : " ").append(word);
            bare = false;
        }
        return out.append(line).append('\n').toString();
    }

    /** Words in lines that all begin with the same blanks. */
    public static String indented(String text, int blanks) {
        String indent = " ".repeat(blanks);
        return words(text, indent, indent);
    }
}
