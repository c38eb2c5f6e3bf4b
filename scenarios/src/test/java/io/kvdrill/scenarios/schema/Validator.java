package io.kvdrill.scenarios.schema;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.kvdrill.scenarios.format.source.Problems;
import io.kvdrill.scenarios.format.source.Source;
import io.kvdrill.scenarios.format.yaml.YamlParser;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A schema as somebody else's validator understands it. */
public final class Validator {
    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final Schema schema;

    private Validator(String schema) {
        this.schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema);
    }

    /** For one of ours. */
    public static Validator of(Schemas schema) {
        return new Validator(schema.text());
    }

    static Validator of(String schema) {
        return new Validator(schema);
    }

    /** What is wrong with a JSON text, with the place of each problem. */
    public List<String> problemsOfJson(String json) {
        return problems(MAPPER.readTree(json));
    }

    /** What is wrong with a YAML text. */
    List<String> problemsOfYaml(String yaml) {
        return problemsOf(JsonForm.of(YamlParser.parse(Source.of("yaml", yaml), new Problems())));
    }

    List<String> problemsOf(@Nullable Object value) {
        return problems(MAPPER.valueToTree(value));
    }

    private List<String> problems(JsonNode node) {
        return schema.validate(node).stream().map(Error::toString).toList();
    }
}
