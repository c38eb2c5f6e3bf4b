package io.kvdrill.reports.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** SVG text in the making. Places are rounded to a tenth of a unit, so that the last bit of a number moves nothing. */
final class Svg {
    private static final int DIGITS = 3;

    private final StringBuilder text = new StringBuilder();

    /** Begins a picture of this size that says in words what it shows. */
    Svg(int width, int height, String words) {
        text.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
                .append(width)
                .append(' ')
                .append(height)
                .append("\" width=\"")
                .append(width)
                .append("\" height=\"")
                .append(height)
                .append("\" font-family=\"sans-serif\" font-size=\"12\" role=\"img\" aria-label=\"")
                .append(escaped(words))
                .append("\">\n<rect width=\"")
                .append(width)
                .append("\" height=\"")
                .append(height)
                .append("\" fill=\"#ffffff\"/>\n");
    }

    void line(double x1, double y1, double x2, double y2, String look) {
        text.append("<line x1=\"" + place(x1) + "\" y1=\"" + place(y1) + "\" x2=\"" + place(x2) + "\" y2=\"" + place(y2)
                + "\" " + look + "/>\n");
    }

    void path(String data, String look) {
        text.append("<path d=\"" + data + "\" " + look + "/>\n");
    }

    void circle(double x, double y, double radius, String look) {
        text.append(
                "<circle cx=\"" + place(x) + "\" cy=\"" + place(y) + "\" r=\"" + place(radius) + "\" " + look + "/>\n");
    }

    void rectangle(double x, double y, double width, double height, String look) {
        text.append("<rect x=\"" + place(x) + "\" y=\"" + place(y) + "\" width=\"" + place(width) + "\" height=\""
                + place(height) + "\" " + look + "/>\n");
    }

    /** Words; {@code anchor} is start, middle or end. */
    void words(double x, double y, String anchor, String look, String words) {
        text.append("<text x=\"" + place(x) + "\" y=\"" + place(y) + "\" text-anchor=\"" + anchor + "\" " + look + ">"
                + escaped(words) + "</text>\n");
    }

    String end() {
        return text + "</svg>\n";
    }

    static String place(double value) {
        String rounded = String.format(Locale.ROOT, "%.1f", value);
        return rounded.equals("-0.0") ? "0.0" : rounded;
    }

    /** Three significant digits, no exponent. */
    static String number(double value) {
        return value == 0
                ? "0"
                : BigDecimal.valueOf(value)
                        .round(new MathContext(DIGITS, RoundingMode.HALF_UP))
                        .stripTrailingZeros()
                        .toPlainString();
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
