package io.kvdrill.scenarios.processes;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * How runners, nodes and the processes of peers write what they say to each other: one JSON object a line. All are of one
 * version, so there is none here. What is no such line fails with a {@link tools.jackson.core.JacksonException}.
 */
final class Wire {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Wire() {}

    static String write(Object message) {
        return MAPPER.writeValueAsString(message);
    }

    static Order.Given order(String line) {
        return MAPPER.readValue(line, Order.Given.class);
    }

    static Report report(String line) {
        return MAPPER.readValue(line, Report.class);
    }

    static NodeWire.Ask ask(String line) {
        return MAPPER.readValue(line, NodeWire.Ask.class);
    }

    static NodeWire.Said said(String line) {
        return MAPPER.readValue(line, NodeWire.Said.class);
    }
}
