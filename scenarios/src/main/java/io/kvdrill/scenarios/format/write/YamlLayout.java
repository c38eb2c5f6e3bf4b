package io.kvdrill.scenarios.format.write;

import io.kvdrill.scenarios.format.write.YamlOut.Fields;
import io.kvdrill.scenarios.format.write.YamlOut.Items;

/** Lays a document out as people do: what fits into a line is written in brackets, the rest one part to a line. */
final class YamlLayout {
    /** Columns of a line. */
    static final int WIDTH = 110;

    private static final int INDENT = 2;

    private final StringBuilder out = new StringBuilder();

    /** Adds a field of the document. The parts of a long one stand below its name. */
    void field(String name, YamlOut value, boolean spread) {
        entry(0, new YamlOut.Scalar(name).flow(), value, spread);
    }

    /** Adds an empty line. */
    void blank() {
        out.append('\n');
    }

    /** Adds a comment of one line. */
    void comment(String line) {
        out.append("# ").append(line).append('\n');
    }

    /** What was laid out. */
    String text() {
        return out.toString();
    }

    private void entry(int column, String name, YamlOut value, boolean spread) {
        String flow = value.flow();
        if ((!spread && fits(column + name.length() + 2, flow)) || !hasParts(value)) {
            line(column, name + ": " + flow);
            return;
        }
        line(column, name + ":");
        parts(column + INDENT, value);
    }

    private void parts(int column, YamlOut value) {
        if (value instanceof Fields fields) {
            fields.entries().forEach((name, part) -> entry(column, new YamlOut.Scalar(name).flow(), part, false));
        } else if (value instanceof Items items) {
            items.items().forEach(item -> item(column, item));
        }
    }

    private void item(int column, YamlOut item) {
        String flow = item.flow();
        if (fits(column + INDENT, flow) || !hasParts(item)) {
            line(column, "- " + flow);
            return;
        }
        int start = out.length();
        parts(column + INDENT, item);
        out.replace(start + column, start + column + INDENT, "- ");
    }

    private void line(int column, String text) {
        out.append(" ".repeat(column)).append(text).append('\n');
    }

    private static boolean fits(int column, String flow) {
        return column + flow.length() <= WIDTH;
    }

    private static boolean hasParts(YamlOut value) {
        return (value instanceof Fields fields && !fields.isEmpty())
                || (value instanceof Items items && !items.items().isEmpty());
    }
}
