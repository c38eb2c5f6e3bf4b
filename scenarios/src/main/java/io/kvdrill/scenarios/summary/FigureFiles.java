package io.kvdrill.scenarios.summary;

import io.kvdrill.reports.figure.CurveFigure;
import io.kvdrill.reports.figure.HeatMap;
import io.kvdrill.reports.json.ComparisonReport;
import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.reports.json.CurvesReport.Measure;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The figures of a report, as files: METRIC.svg with curves where there is one axis; METRIC-VARIANT.svg with a heat map for
 * each variant but the first, or the only one, where there are two.
 */
public final class FigureFiles {
    private FigureFiles() {}

    /** The figures of all metrics that were measured, by the names of their files. */
    public static Map<String, String> of(CurvesReport report) {
        Map<String, String> figures = new LinkedHashMap<>();
        for (Measure measure : report.metrics()) {
            if (!measured(report, measure)) {
                continue;
            }
            if (report.axes().size() == 1) {
                figures.put(measure.metric() + ".svg", CurveFigure.of(report, measure));
                continue;
            }
            List<ComparisonReport.Variant> shown = report.variants().size() == 1
                    ? report.variants()
                    : report.variants().subList(1, report.variants().size());
            for (ComparisonReport.Variant variant : shown) {
                figures.put(
                        measure.metric() + "-" + fileName(variant.name()) + ".svg",
                        HeatMap.of(report, measure, variant));
            }
        }
        return figures;
    }

    /** Writes them into a folder. */
    public static void write(String option, Path folder, CurvesReport report) {
        of(report)
                .forEach((name, figure) -> OutputFile.prepare(
                                option, folder.resolve(name).toString())
                        .write(figure));
    }

    private static boolean measured(CurvesReport report, Measure measure) {
        return report.points().stream()
                .anyMatch(point ->
                        point.values().stream().anyMatch(value -> value.metric().equals(measure.metric())));
    }

    private static String fileName(String name) {
        return name.replaceAll("[^A-Za-z0-9_.-]", "_");
    }
}
