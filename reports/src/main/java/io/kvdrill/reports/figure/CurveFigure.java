package io.kvdrill.reports.figure;

import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.reports.json.CurvesReport.Axis;
import io.kvdrill.reports.json.CurvesReport.Measure;
import io.kvdrill.reports.json.CurvesReport.Point;
import io.kvdrill.reports.json.CurvesReport.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * A metric along one axis: a line for each variant, with the 95 % interval of each mean as an upright line. Values that are
 * no numbers stand side by side, and nothing joins them.
 */
public final class CurveFigure {
    private static final int WIDTH = 720;
    private static final int LEFT = 70;
    private static final int RIGHT = 700;
    private static final int TOP = 40;
    private static final int PLOT = 240;
    private static final int LINE = 18;
    private static final int DODGE = 8;
    private static final List<String> COLOURS =
            List.of("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000");
    private static final List<String> DASHES = List.of("none", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 2");

    private final CurvesReport report;
    private final Measure measure;
    private final Axis axis;
    private final List<Double> places;
    private final Scale up;
    private final Svg svg;

    private CurveFigure(CurvesReport report, Measure measure) {
        this.report = report;
        this.measure = measure;
        this.axis = report.axes().get(0);
        this.places = places(axis);
        this.up = Scale.of(everything(), true);
        int height = TOP + PLOT + 60 + LINE * report.variants().size();
        this.svg = new Svg(WIDTH, height, measure.about() + " along " + axis.path());
    }

    /**
     * The figure of a metric.
     *
     * @throws IllegalArgumentException if the report has two axes
     */
    public static String of(CurvesReport report, Measure measure) {
        if (report.axes().size() != 1) {
            throw new IllegalArgumentException(
                    "curves have one axis, not " + report.axes().size());
        }
        return new CurveFigure(report, measure).draw();
    }

    private static List<Double> places(Axis axis) {
        List<Double> places = new ArrayList<>();
        int count = axis.values().size();
        Scale scale = axis.numeric() ? Scale.of(axis.numbers(), false) : null;
        for (int i = 0; i < count; i++) {
            double share = scale == null
                    ? (i + 0.5) / count
                    : 0.03 + 0.94 * scale.place(axis.numbers().get(i));
            places.add(LEFT + share * (RIGHT - LEFT));
        }
        return places;
    }

    private List<Double> everything() {
        List<Double> all = new ArrayList<>();
        for (Point point : report.points()) {
            for (Value value : point.values()) {
                if (value.metric().equals(measure.metric())) {
                    all.add(value.mean());
                    Double low = value.low();
                    Double high = value.high();
                    if (low != null && high != null) {
                        all.add(low);
                        all.add(high);
                    }
                }
            }
        }
        return all;
    }

    private String draw() {
        svg.words(LEFT, 20, "start", "font-weight=\"bold\"", measure.metric() + " (" + measure.unit() + ")");
        grid();
        for (int i = 0; i < report.variants().size(); i++) {
            curve(i, report.variants().get(i));
        }
        return svg.end();
    }

    private void grid() {
        for (double tick : up.ticks()) {
            double y = y(tick);
            svg.line(LEFT, y, RIGHT, y, "stroke=\"#dddddd\"");
            svg.words(LEFT - 6, y + 4, "end", "fill=\"#333333\"", Svg.number(tick));
        }
        svg.line(LEFT, TOP, LEFT, TOP + PLOT, "stroke=\"#333333\"");
        svg.line(LEFT, TOP + PLOT, RIGHT, TOP + PLOT, "stroke=\"#333333\"");
        double last = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < places.size(); i++) {
            String words = axis.values().get(i);
            double x = places.get(i);
            double half = words.length() * 3.5;
            svg.line(x, TOP + PLOT, x, TOP + PLOT + 4, "stroke=\"#333333\"");
            if (x - half > last) {
                svg.words(x, TOP + PLOT + 18, "middle", "fill=\"#333333\"", words);
                last = x + half;
            }
        }
        svg.words((LEFT + RIGHT) / 2.0, TOP + PLOT + 38, "middle", "fill=\"#333333\"", axis.path());
    }

    private void curve(int place, ComparisonReport.Variant variant) {
        String colour = COLOURS.get(place % COLOURS.size());
        String stroke = "stroke=\"" + colour + "\" fill=\"none\" stroke-width=\"2\"";
        double aside = axis.numeric() ? 0 : (place - (report.variants().size() - 1) / 2.0) * DODGE;
        StringBuilder data = new StringBuilder();
        for (int i = 0; i < places.size(); i++) {
            Value value = report.point(List.of(i)).value(variant.name(), measure.metric());
            if (value == null) {
                continue;
            }
            double x = places.get(i) + aside;
            double y = y(value.mean());
            data.append(data.isEmpty() ? "M" : " L")
                    .append(Svg.place(x))
                    .append(' ')
                    .append(Svg.place(y));
            Double low = value.low();
            Double high = value.high();
            if (low != null && high != null) {
                svg.line(x, y(low), x, y(high), "stroke=\"" + colour + "\" stroke-width=\"1.5\"");
            }
            svg.circle(x, y, 3.5, "fill=\"" + colour + "\"");
        }
        String dash = DASHES.get(place % DASHES.size());
        if (axis.numeric() && !data.isEmpty()) {
            svg.path(data.toString(), stroke + " stroke-dasharray=\"" + dash + "\"");
        }
        double y = TOP + PLOT + 56 + (double) LINE * place;
        svg.path("M" + LEFT + " " + Svg.place(y) + " h36", stroke + " stroke-dasharray=\"" + dash + "\"");
        svg.circle(LEFT + 18, y, 3.5, "fill=\"" + colour + "\"");
        svg.words(LEFT + 44, y + 4, "start", "fill=\"#333333\"", variant.name() + ": " + variant.words());
    }

    private double y(double number) {
        return TOP + PLOT * (1 - up.place(number));
    }
}
