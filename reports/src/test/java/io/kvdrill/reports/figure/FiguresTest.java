package io.kvdrill.reports.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.reports.json.CurvesReport.Axis;
import io.kvdrill.reports.json.CurvesReport.Measure;
import io.kvdrill.reports.json.CurvesReport.Point;
import io.kvdrill.reports.json.CurvesReport.Value;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

@DisplayName("A figure")
class FiguresTest {
    private static final Measure WAIT = new Measure("wait", "s", "how long \"they\" wait & why");

    /** The first variant stays at 10, the other is as high as its axis says. */
    private static CurvesReport report(Axis... axes) {
        List<Point> points = new ArrayList<>();
        int across = axes[0].values().size();
        int down = axes.length == 1 ? 1 : axes[1].values().size();
        for (int i = 0; i < across; i++) {
            for (int k = 0; k < down; k++) {
                double mean = axes[0].numeric() ? axes[0].numbers().get(i) : i;
                points.add(new Point(
                        axes.length == 1 ? List.of(i) : List.of(i, k),
                        List.of(
                                new Value("<first>", "wait", 10, 9.0, 11.0, List.of(10.0)),
                                new Value("other", "wait", mean, null, null, List.of(mean))),
                        List.of(new ComparisonReport.Difference(
                                "other", "wait", "s", "", 1, 10, mean, mean - 10, null, null, k == 0)),
                        List.of()));
            }
        }
        return new CurvesReport(
                CurvesReport.VERSION,
                "scenario",
                true,
                1,
                1,
                List.of(axes),
                List.of(
                        new ComparisonReport.Variant("<first>", "hardened a=\"b\" & c", ""),
                        new ComparisonReport.Variant("other", "hardened", "")),
                List.of(WAIT),
                points,
                List.of());
    }

    private static Axis numbers(double... numbers) {
        List<String> values = new ArrayList<>();
        List<Double> list = new ArrayList<>();
        for (double number : numbers) {
            values.add(Double.toString(number));
            list.add(number);
        }
        return new Axis("profile.row", values, list, "s");
    }

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void ofOneAxisHasALineForEachVariantAndAnIntervalWhereOneIsKnown() throws Exception {
        String svg = CurveFigure.of(report(numbers(0, 10, 20)), WAIT);

        Document document = parsed(svg);
        assertThat(document.getElementsByTagName("path").getLength())
                .as("two lines, two keys")
                .isEqualTo(4);
        assertThat(document.getElementsByTagName("circle").getLength()).isEqualTo(3 + 3 + 2);
        assertThat(svg).contains("&lt;first&gt;").doesNotContain("NaN").doesNotContain("Infinity");
        assertThat(svg.lines().filter(line -> line.contains("stroke-width=\"1.5\"")))
                .as("intervals of the first")
                .hasSize(3);
    }

    @Test
    void ofValuesThatAreNoNumbersJoinsNothing() throws Exception {
        String svg = CurveFigure.of(report(new Axis("case", List.of("a", "b"), List.of(), "")), WAIT);

        assertThat(parsed(svg).getElementsByTagName("path").getLength())
                .as("keys only")
                .isEqualTo(2);
    }

    @Test
    void putsEqualStepsOfALogarithmicAxisEquallyFarApart() {
        Scale scale = Scale.of(List.of(1.0, 10.0, 100.0), false);

        assertThat(scale.place(1)).isZero();
        assertThat(scale.place(10)).isEqualTo(0.5);
        assertThat(scale.place(100)).isEqualTo(1);
    }

    @Test
    void ofOneValueOnlyStillHasAScale() {
        Scale scale = Scale.of(List.of(0.0), true);

        assertThat(scale.place(0)).isZero();
        assertThat(scale.ticks()).isNotEmpty().doesNotContain(Double.NaN);
    }

    @Test
    void ofTwoAxesHasACellForEachPointAndGreysWhatCannotBeTold() throws Exception {
        CurvesReport report = report(numbers(0, 20), new Axis("load", List.of("low", "high"), List.of(), ""));

        String svg = HeatMap.of(report, WAIT, report.variants().get(1));

        assertThat(parsed(svg).getElementsByTagName("rect").getLength())
                .as("background and cells")
                .isEqualTo(5);
        assertThat(svg).contains(">-10<").contains(">+10<").contains("#888888").contains("#ffffff");
    }

    @Test
    void isTheSameForTheSameNumbers() {
        CurvesReport report = report(numbers(1, 50, 100));

        assertThat(CurveFigure.of(report, WAIT)).isEqualTo(CurveFigure.of(report, WAIT));
    }

    @Test
    void isRefusedWithAnotherNumberOfAxes() {
        CurvesReport one = report(numbers(0, 1));
        CurvesReport two = report(numbers(0, 1), numbers(2, 3));

        assertThatThrownBy(() -> CurveFigure.of(two, WAIT)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> HeatMap.of(one, WAIT, one.variants().get(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
