package io.kvdrill.reports.figure;

import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.reports.json.CurvesReport.Axis;
import io.kvdrill.reports.json.CurvesReport.Measure;
import io.kvdrill.reports.json.CurvesReport.Point;
import io.kvdrill.reports.json.CurvesReport.Value;
import java.util.List;
import java.util.Locale;

/**
 * How much a variant differs from the first over two axes, as a grid: orange where it is higher, blue where it is lower,
 * white with a grey number where the difference cannot be told from chance. With one variant only, its means.
 */
public final class HeatMap {
    private static final int LEFT = 120;
    private static final int TOP = 56;
    private static final int CELL_WIDTH = 84;
    private static final int CELL_HEIGHT = 32;
    private static final double FAINTEST = 0.15;

    private HeatMap() {}

    /**
     * The figure of a metric.
     *
     * @param variant a variant other than the first, or the only one
     * @throws IllegalArgumentException if the report has one axis
     */
    public static String of(CurvesReport report, Measure measure, ComparisonReport.Variant variant) {
        if (report.axes().size() != 2) {
            throw new IllegalArgumentException(
                    "a heat map has two axes, not " + report.axes().size());
        }
        String first = report.variants().get(0).name();
        boolean alone = first.equals(variant.name());
        Axis across = report.axes().get(0);
        Axis down = report.axes().get(1);
        String title =
                measure.metric() + " (" + measure.unit() + "): " + variant.name() + (alone ? "" : " minus " + first);
        int width = Math.max(LEFT + CELL_WIDTH * across.values().size() + 20, title.length() * 7 + 40);
        int height = TOP + CELL_HEIGHT * down.values().size() + 50;
        Svg svg = new Svg(width, height, title + " along " + across.path() + " and " + down.path());
        svg.words(20, 20, "start", "font-weight=\"bold\"", title);
        svg.words(20, 44, "start", "fill=\"#333333\"", down.path());
        double largest = report.points().stream()
                .mapToDouble(point -> Math.abs(number(point, measure, variant, alone)))
                .filter(number -> !Double.isNaN(number))
                .max()
                .orElse(0);
        for (int row = 0; row < down.values().size(); row++) {
            double y = TOP + (double) CELL_HEIGHT * row;
            svg.words(LEFT - 8, y + 20, "end", "fill=\"#333333\"", down.values().get(row));
            for (int column = 0; column < across.values().size(); column++) {
                Point point = report.point(List.of(column, row));
                double x = LEFT + (double) CELL_WIDTH * column;
                cell(svg, x, y, number(point, measure, variant, alone), largest, told(point, measure, variant, alone));
            }
        }
        double below = TOP + (double) CELL_HEIGHT * down.values().size() + 18;
        for (int column = 0; column < across.values().size(); column++) {
            double x = LEFT + CELL_WIDTH * (column + 0.5);
            svg.words(x, below, "middle", "fill=\"#333333\"", across.values().get(column));
        }
        svg.words(
                LEFT + CELL_WIDTH * across.values().size() / 2.0,
                below + 20,
                "middle",
                "fill=\"#333333\"",
                across.path());
        return svg.end();
    }

    private static double number(Point point, Measure measure, ComparisonReport.Variant variant, boolean alone) {
        if (alone) {
            Value value = point.value(variant.name(), measure.metric());
            return value == null ? Double.NaN : value.mean();
        }
        ComparisonReport.Difference difference = point.difference(variant.name(), measure.metric());
        return difference == null ? Double.NaN : difference.difference();
    }

    private static boolean told(Point point, Measure measure, ComparisonReport.Variant variant, boolean alone) {
        ComparisonReport.Difference difference = point.difference(variant.name(), measure.metric());
        return alone || (difference != null && difference.distinguishable());
    }

    private static void cell(Svg svg, double x, double y, double number, double largest, boolean told) {
        boolean nothing = Double.isNaN(number);
        double share = nothing || !told || largest == 0 ? 0 : Math.abs(number) / largest;
        double strength = share == 0 ? 0 : FAINTEST + (1 - FAINTEST) * share;
        String colour = number < 0 ? blend(strength, 0x00, 0x72, 0xb2) : blend(strength, 0xe6, 0x9f, 0x00);
        svg.rectangle(x, y, CELL_WIDTH, CELL_HEIGHT, "fill=\"" + colour + "\" stroke=\"#ffffff\"");
        String ink = !told ? "#888888" : number < 0 && strength > 0.6 ? "#ffffff" : "#000000";
        String sign = number > 0 ? "+" : "";
        svg.words(
                x + CELL_WIDTH / 2.0,
                y + 20,
                "middle",
                "fill=\"" + ink + "\"",
                nothing ? "none" : sign + Svg.number(number));
    }

    private static String blend(double strength, int red, int green, int blue) {
        return String.format(
                Locale.ROOT, "#%02x%02x%02x", mixed(strength, red), mixed(strength, green), mixed(strength, blue));
    }

    private static int mixed(double strength, int part) {
        return (int) Math.round(255 - strength * (255 - part));
    }
}
