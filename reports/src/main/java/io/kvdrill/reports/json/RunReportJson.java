package io.kvdrill.reports.json;

import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Writes a {@link RunReport} as JSON, fields in the order of the record. */
public final class RunReportJson {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(SerializationFeature.INDENT_OUTPUT)
            .build();

    private RunReportJson() {}

    /** The text of {@code report.json}, ending in a line end. */
    public static String write(RunReport report) {
        return MAPPER.writeValueAsString(report).replace("\r\n", "\n") + "\n";
    }

    /** The report in such a text. */
    public static RunReport read(String json) {
        return MAPPER.readValue(json, RunReport.class);
    }
}
