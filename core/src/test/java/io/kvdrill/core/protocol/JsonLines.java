package io.kvdrill.core.protocol;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Reads test resources that hold one JSON value a line. */
final class JsonLines {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonLines() {}

    static List<JsonNode> of(String resource) {
        try (InputStream in = Objects.requireNonNull(JsonLines.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(MAPPER::readTree)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
