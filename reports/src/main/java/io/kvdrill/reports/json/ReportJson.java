package io.kvdrill.reports.json;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes reports as JSON, fields in the order of their records. */
public final class ReportJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private static final String VERSION = "report_version";
    private static final String WHAT_TO_DO = ": read it with the kvdrill that wrote it, or run again";
    private static final int LONGEST = 60;

    private ReportJson() {}

    /** The text of {@code report.json}, ending in a line end. */
    public static String write(RunReport report) {
        return write(RunReport.SCHEMA, report);
    }

    /** The text of {@code sweep-report.json}, ending in a line end. */
    public static String write(SweepReport report) {
        return write(SweepReport.SCHEMA, report);
    }

    /** The text of {@code comparison.json}, ending in a line end. */
    public static String write(ComparisonReport report) {
        return write(ComparisonReport.SCHEMA, report);
    }

    /** How two worlds compare, as one line that ends in a line end. */
    public static String line(WorldsReport report) {
        return MAPPER.writer()
                        .without(SerializationFeature.INDENT_OUTPUT)
                        .writeValueAsString(node(WorldsReport.SCHEMA, report))
                + "\n";
    }

    /** The text of what {@code compare} stores where values change along axes, ending in a line end. */
    public static String write(CurvesReport report) {
        return write(CurvesReport.SCHEMA, report);
    }

    private static String write(String schema, Object report) {
        return MAPPER.writeValueAsString(node(schema, report)).replace("\r\n", "\n") + "\n";
    }

    private static ObjectNode node(String schema, Object report) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("schema", schema);
        node.setAll((ObjectNode) MAPPER.valueToTree(report));
        return node;
    }

    /**
     * The report of a run in such a text; fields that this version does not know are skipped.
     *
     * @throws ReportFormatException if it is no report, or one of another version
     */
    public static RunReport read(String json) {
        RunReport report = read(json, RunReport.VERSION, RunReport.SCHEMA, RunReport.class);
        ReportValues.check(report);
        return report;
    }

    /**
     * The report of a sweep in such a text; fields that this version does not know are skipped.
     *
     * @throws ReportFormatException if it is no report, or one of another version
     */
    public static SweepReport readSweep(String json) {
        return read(json, SweepReport.VERSION, SweepReport.SCHEMA, SweepReport.class);
    }

    /**
     * The comparison in such a text; fields that this version does not know are skipped.
     *
     * @throws ReportFormatException if it is none, or one of another version
     */
    public static ComparisonReport readComparison(String json) {
        return read(json, ComparisonReport.VERSION, ComparisonReport.SCHEMA, ComparisonReport.class);
    }

    /**
     * The curves in such a text; fields that this version does not know are skipped.
     *
     * @throws ReportFormatException if it has none, is of another version, or lacks a point of its axes
     */
    public static CurvesReport readCurves(String json) {
        CurvesReport report = read(json, CurvesReport.VERSION, CurvesReport.SCHEMA, CurvesReport.class);
        List<List<Integer>> expected = List.of(List.of());
        for (CurvesReport.Axis axis : report.axes()) {
            expected = expected.stream()
                    .flatMap(place -> IntStream.range(0, axis.values().size()).mapToObj(i -> {
                        List<Integer> longer = new ArrayList<>(place);
                        longer.add(i);
                        return longer;
                    }))
                    .map(List::copyOf)
                    .toList();
        }
        List<List<Integer>> found =
                report.points().stream().map(CurvesReport.Point::at).toList();
        if (!found.equals(expected)) {
            throw new ReportFormatException("no whole report: its axes make " + expected.size() + " points, " + expected
                    + ", and it holds " + found);
        }
        return report;
    }

    /** Whether a text says that it holds curves, and no single comparison. */
    public static boolean holdsCurves(String json) {
        try {
            JsonNode schema = MAPPER.readTree(json).get("schema");
            return schema != null && schema.asString("").startsWith(CurvesReport.SCHEMA_NAME);
        } catch (JacksonException e) {
            return false;
        }
    }

    /** A report in which every text, names of rows included, is another. */
    public static RunReport withTexts(RunReport report, UnaryOperator<String> change) {
        return MAPPER.treeToValue(changed(MAPPER.valueToTree(report), change), RunReport.class);
    }

    private static JsonNode changed(JsonNode node, UnaryOperator<String> change) {
        if (node.isObject()) {
            ObjectNode object = MAPPER.createObjectNode();
            node.properties()
                    .forEach(field -> object.set(change.apply(field.getKey()), changed(field.getValue(), change)));
            return object;
        } else if (node.isArray()) {
            ArrayNode array = MAPPER.createArrayNode();
            node.forEach(element -> array.add(changed(element, change)));
            return array;
        }
        return node.isString() ? MAPPER.getNodeFactory().stringNode(change.apply(node.stringValue())) : node;
    }

    private static <T> T read(String json, int known, String schema, Class<T> type) {
        if (json.isBlank()) {
            throw new ReportFormatException("no report: it is empty");
        }
        try {
            JsonNode node = MAPPER.readTree(json);
            version(node, known);
            schema(node, schema);
            RecordShape.check(node, type);
            return MAPPER.treeToValue(node, type);
        } catch (JacksonException e) {
            throw new ReportFormatException("no report: " + JsonProblem.of(e));
        }
    }

    private static void version(JsonNode node, int known) {
        JsonNode version = node.get(VERSION);
        if (version == null || !version.isIntegralNumber()) {
            throw new ReportFormatException("no report: \"" + VERSION + "\" is missing or no whole number");
        }
        if (!version.canConvertToInt() || version.intValue() != known) {
            throw new ReportFormatException("the report has version " + brief(version.toString())
                    + "; this kvdrill reads version " + known + WHAT_TO_DO);
        }
    }

    /** Reports that were stored before schemas had names have none. */
    private static void schema(JsonNode node, String known) {
        JsonNode schema = node.get("schema");
        if (schema != null && !(schema.isString() && schema.stringValue().equals(known))) {
            throw new ReportFormatException("the report says that it is " + brief(schema.toString())
                    + "; this kvdrill reads \"" + known + "\" here" + WHAT_TO_DO);
        }
    }

    private static String brief(String text) {
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }
}
