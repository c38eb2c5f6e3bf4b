package io.kvdrill.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Draws what an event costs over how many there are, both in powers of ten: a line that stays level is linear growth.
 *
 * <pre>GrowthPlot POINTS PICTURE.svg</pre>
 *
 * <p>A line of points has a series, how many peers and requests there were, and what {@code kvdrill bench --json} said.
 */
public final class GrowthPlot {
    private static final int LEFT = 70;
    private static final int RIGHT = 690;
    private static final int TOP = 50;
    private static final int BOTTOM = 390;
    private static final double FEWEST_EVENTS = 1e4;
    private static final double MOST_EVENTS = 1e8;
    private static final double LEAST_MICROS = 1;
    private static final double MOST_MICROS = 20;

    private static final Map<String, String> COLOURS = new LinkedHashMap<>(
            Map.of("requests", "#1f5fa8", "peers", "#b3541e", "both", "#2f7d4f", "pairs", "#6b4c9a"));
    private static final Map<String, String> MEANINGS = Map.of(
            "requests", "128 peers, more and more requests",
            "peers", "5,000 requests, more and more peers",
            "both", "as many requests for each peer as there are peers, all of whom pull from all",
            "pairs", "1,000 peers in pairs, a hundred and a thousand requests for each");

    private record Point(long peers, long requests, double events, double micros) {}

    private final StringBuilder svg = new StringBuilder();

    private GrowthPlot() {}

    /**
     * Draws.
     *
     * @param args as in the description of the class
     * @throws IOException if a file cannot be read or written
     */
    public static void main(String[] args) throws IOException {
        Map<String, List<Point>> series = new LinkedHashMap<>();
        for (String line : Files.readAllLines(Path.of(args[0]), StandardCharsets.UTF_8)) {
            String[] words = line.split(" ", 4);
            JsonNode figures = JsonMapper.shared().readTree(words[3]);
            series.computeIfAbsent(words[0], any -> new ArrayList<>())
                    .add(new Point(
                            Long.parseLong(words[1]),
                            Long.parseLong(words[2]),
                            figures.at("/entries").asDouble(),
                            1e6 / figures.at("/entries_per_cpu_s").asDouble()));
        }
        Files.writeString(Path.of(args[1]), new GrowthPlot().of(series), StandardCharsets.UTF_8);
    }

    private String of(Map<String, List<Point>> series) {
        line("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 540\" font-family=\"sans-serif\""
                + " font-size=\"13\" role=\"img\" aria-label=\"CPU time of an event over the events of a run\">");
        line("<rect width=\"760\" height=\"540\" fill=\"#fff\"/>");
        text(LEFT, 26, "start", "CPU time of an event, by the events of a run, all laws checked");
        for (double events = FEWEST_EVENTS; events <= MOST_EVENTS; events *= 10) {
            rule(x(events), TOP, x(events), BOTTOM);
            text(x(events), BOTTOM + 20, "middle", String.format(Locale.ROOT, "%,.0f", events));
        }
        for (double micros : new double[] {1, 2, 5, 10, 20}) {
            rule(LEFT, y(micros), RIGHT, y(micros));
            text(LEFT - 8, y(micros) + 4, "end", String.format(Locale.ROOT, "%.0f µs", micros));
        }
        text((LEFT + RIGHT) / 2.0, BOTTOM + 42, "middle", "events of the run");
        int row = 0;
        for (Map.Entry<String, List<Point>> one : series.entrySet()) {
            String colour = COLOURS.getOrDefault(one.getKey(), "#444");
            draw(one.getValue(), colour);
            int y = BOTTOM + 70 + 20 * row++;
            line("<circle cx=\"" + (LEFT + 6) + "\" cy=\"" + (y - 4) + "\" r=\"4\" fill=\"" + colour + "\"/>");
            text(LEFT + 18, y, "start", MEANINGS.getOrDefault(one.getKey(), one.getKey()));
        }
        line("</svg>");
        return svg.toString();
    }

    private void draw(List<Point> points, String colour) {
        StringBuilder path = new StringBuilder();
        for (Point point : points) {
            path.append(path.length() == 0 ? "M" : " L").append(at(point));
        }
        line("<path d=\"" + path + "\" fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"1.5\"/>");
        for (Point point : points) {
            String title = String.format(
                    Locale.ROOT,
                    "%,d peers, %,d requests: %,.0f events, %.2f µs each",
                    point.peers(),
                    point.requests(),
                    point.events(),
                    point.micros());
            line("<circle cx=\"" + number(x(point.events())) + "\" cy=\"" + number(y(point.micros()))
                    + "\" r=\"4\" fill=\"" + colour + "\"><title>" + title + "</title></circle>");
        }
    }

    private static String at(Point point) {
        return number(x(point.events())) + " " + number(y(point.micros()));
    }

    private void rule(double x1, double y1, double x2, double y2) {
        line("<line x1=\"" + number(x1) + "\" y1=\"" + number(y1) + "\" x2=\"" + number(x2) + "\" y2=\"" + number(y2)
                + "\" stroke=\"#ddd\"/>");
    }

    private void text(double x, double y, String anchor, String words) {
        line("<text x=\"" + number(x) + "\" y=\"" + number(y) + "\" text-anchor=\"" + anchor + "\" fill=\"#222\">"
                + words + "</text>");
    }

    private void line(String text) {
        svg.append(text).append('\n');
    }

    private static double x(double events) {
        return LEFT + (RIGHT - LEFT) * Math.log10(events / FEWEST_EVENTS) / Math.log10(MOST_EVENTS / FEWEST_EVENTS);
    }

    private static double y(double micros) {
        return BOTTOM - (BOTTOM - TOP) * Math.log10(micros / LEAST_MICROS) / Math.log10(MOST_MICROS / LEAST_MICROS);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
