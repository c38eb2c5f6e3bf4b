package io.kvdrill.reports.json;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes reports as JSON, fields in the order of their records. */
public final class ReportJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private static final String VERSION = "report_version";

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

    /** The text of what {@code compare} stores where values change along axes, ending in a line end. */
    public static String write(CurvesReport report) {
        return write(CurvesReport.SCHEMA, report);
    }

    private static String write(String schema, Object report) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("schema", schema);
        node.setAll((ObjectNode) MAPPER.valueToTree(report));
        return MAPPER.writeValueAsString(node).replace("\r\n", "\n") + "\n";
    }

    /**
     * The report of a run in such a text; fields that this version does not know are skipped.
     *
     * @throws ReportFormatException if it is no report, or one of another version
     */
    public static RunReport read(String json) {
        return read(json, RunReport.VERSION, RunReport.class);
    }

    /**
     * The report of a sweep in such a text; fields that this version does not know are skipped.
     *
     * @throws ReportFormatException if it is no report, or one of another version
     */
    public static SweepReport readSweep(String json) {
        return read(json, SweepReport.VERSION, SweepReport.class);
    }

    /**
     * The comparison in such a text; fields that this version does not know are skipped.
     *
     * @throws ReportFormatException if it is none, or one of another version
     */
    public static ComparisonReport readComparison(String json) {
        return read(json, ComparisonReport.VERSION, ComparisonReport.class);
    }

    /**
     * The curves in such a text; fields that this version does not know are skipped.
     *
     * @throws ReportFormatException if it has none, or is of another version
     */
    public static CurvesReport readCurves(String json) {
        return read(json, CurvesReport.VERSION, CurvesReport.class);
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

    private static <T> T read(String json, int known, Class<T> type) {
        try {
            JsonNode node = MAPPER.readTree(json);
            JsonNode version = node.get(VERSION);
            if (version == null || !version.isIntegralNumber()) {
                throw new ReportFormatException("no report: \"" + VERSION + "\" is missing or no whole number");
            }
            if (version.longValue() != known) {
                throw new ReportFormatException("the report has version " + version + "; this kvdrill reads version "
                        + known + ": read it with the kvdrill that wrote it, or run again");
            }
            return MAPPER.treeToValue(node, type);
        } catch (JacksonException e) {
            throw new ReportFormatException("no report: " + e.getOriginalMessage());
        }
    }
}
