package io.kvdrill.scenarios.schema;

import io.kvdrill.reports.json.RunReport;
import io.kvdrill.reports.trace.TraceHeader;
import io.kvdrill.scenarios.format.profile.ProfileFields;
import io.kvdrill.scenarios.format.scenario.ScenarioFields;
import io.kvdrill.scenarios.format.shape.Shape;
import io.kvdrill.scenarios.format.version.Migrations;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;

/** The formats that have a schema. Each schema says by its {@code $id} which version of the format it describes. */
public enum Schemas {
    /** Scenario files. */
    SCENARIO(Migrations.CURRENT, "what `kvdrill run` reads"),
    /** Profile files. */
    PROFILE(1, "what `kvdrill run --profile FILE` reads"),
    /** {@code report.json}. */
    REPORT(RunReport.VERSION, "report.json of `kvdrill run --out DIR`"),
    /** A line of {@code trace.jsonl}. */
    TRACE(TraceHeader.FORMAT, "each line of trace.jsonl of `kvdrill run --out DIR`");

    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final int version;
    private final String about;

    Schemas(int version, String about) {
        this.version = version;
        this.about = about;
    }

    /** The format of this name. */
    public static Optional<Schemas> named(String name) {
        return Arrays.stream(values())
                .filter(schema -> schema.publicName().equals(name))
                .findFirst();
    }

    /** What people type. */
    public String publicName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What it describes, in a few words. */
    public String about() {
        return about;
    }

    /** The name of the schema, with the version of the format. */
    public String id() {
        return "urn:kvdrill:" + publicName() + ":" + version;
    }

    /** The schema as JSON, ending in a line end. */
    public String text() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", DIALECT);
        schema.put("$id", id());
        schema.putAll(
                switch (this) {
                    case SCENARIO -> scenario();
                    case PROFILE -> file("A kvdrill profile", ProfileFields.shape(), new TypeSchema());
                    case REPORT -> ReportSchema.schema();
                    case TRACE -> TraceSchema.schema();
                });
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        return MAPPER.writer()
                        .with(new DefaultPrettyPrinter().withObjectIndenter(indenter))
                        .writeValueAsString(schema)
                + "\n";
    }

    /** A file with cases may leave to them what it lacks itself. */
    private static Map<String, Object> scenario() {
        Shape<?> shape = ScenarioFields.shape();
        Map<String, Object> schema = file("A kvdrill scenario", shape, new TypeSchema());
        Object required = schema.remove("required");
        Object definitions = schema.remove("$defs");
        if (required != null) {
            schema.put("if", ScalarSchema.map("required", List.of(ScenarioFields.CASES_FIELD)));
            schema.put("else", ScalarSchema.map("required", required));
        }
        if (definitions != null) {
            schema.put("$defs", definitions);
        }
        return schema;
    }

    private static Map<String, Object> file(String title, Shape<?> shape, TypeSchema types) {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("title", title);
        schema.put("description", shape.about() + ".");
        schema.put("type", "object");
        schema.put("properties", types.properties(shape));
        List<String> required = TypeSchema.required(shape);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        schema.put("additionalProperties", false);
        if (!types.definitions().isEmpty()) {
            schema.put("$defs", types.definitions());
        }
        return schema;
    }
}
