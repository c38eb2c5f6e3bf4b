package io.kvdrill.scenarios.conform.vector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Turns lines into vectors. What kind a line is shows its content: {@code steps}, {@code bytes} or {@code kind}. */
public final class VectorReader {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Map<String, String> places = new LinkedHashMap<>();

    /** A reader that has seen no name yet. */
    public VectorReader() {}

    /**
     * The vectors of one file.
     *
     * @param file its name, for messages
     * @param content one JSON object a line; empty lines are skipped
     * @throws BadVectorException at the first line that is no vector, or repeats a name that this reader has seen
     */
    public List<ConformanceVector> read(String file, String content) {
        List<ConformanceVector> vectors = new ArrayList<>();
        int number = 0;
        for (String line : content.lines().toList()) {
            number++;
            if (!line.isBlank()) {
                ConformanceVector vector = readLine(file, number, line);
                String earlier = places.putIfAbsent(vector.name(), file + ":" + number);
                if (earlier != null) {
                    throw new BadVectorException(file + ":" + number + ": the name \"" + vector.name()
                            + "\" was used at " + earlier + "; expected a name of its own");
                }
                vectors.add(vector);
            }
        }
        if (vectors.isEmpty()) {
            throw new BadVectorException(file + ": no vector in this file; expected one JSON object a line");
        }
        return vectors;
    }

    private static ConformanceVector readLine(String file, int number, String line) {
        JsonNode json;
        try {
            json = MAPPER.readTree(line);
        } catch (JacksonException e) {
            String where =
                    e.getLocation() == null ? "" : ", column " + e.getLocation().getColumnNr();
            throw new BadVectorException(
                    file + ":" + number + where + ": not JSON: " + withoutSource(firstLine(e.getOriginalMessage())));
        }
        Place place = new Place(file, number, "");
        if (!(json instanceof ObjectNode object)) {
            throw place.bad("expected a JSON object");
        }
        if (object.has("steps")) {
            ConformanceVector vector = StepReader.vector(place, object);
            if (vector.steps().isEmpty()) {
                throw place.bad("vector \"" + vector.name() + "\": \"steps\" is []; expected at least one step");
            }
            return vector;
        }
        if (object.has("bytes")) {
            return wire(place, object);
        }
        if (object.has("kind")) {
            return single(place, object);
        }
        throw place.bad("expected \"steps\" (a script), \"bytes\" (a wire vector) or \"kind\" (a fingerprint)");
    }

    /** Where the text came from is said already, and by its file. */
    private static String withoutSource(String message) {
        return message.replaceAll(" \\([^()]*\\[Source:.*$", "");
    }

    private static ConformanceVector wire(Place place, ObjectNode object) {
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        arguments.set("session", object.path("session"));
        arguments.set("bytes", object.path("bytes"));
        place.check(Op.FRAME, arguments);
        ObjectNode returns = JsonNodeFactory.instance.objectNode();
        returns.put("outcome", place.text(object, "outcome"));
        for (String optional : List.of("stage", "disconnect_sent")) {
            if (object.has(optional)) {
                returns.set(optional, object.required(optional));
            }
        }
        return one(place, object, new Step(0, Op.FRAME, arguments, returns, List.of()));
    }

    private static ConformanceVector single(Place place, ObjectNode object) {
        String kind = place.text(object, "kind");
        ObjectNode arguments = JsonNodeFactory.instance.objectNode();
        if (kind.equals("fingerprint")) {
            arguments.set("run_config", object.path("run_config"));
            if (object.has("params")) {
                arguments.set("params", object.required("params"));
            }
            place.check(Op.FINGERPRINT, arguments);
            place.text(object, "fingerprint");
            return one(
                    place, object, new Step(0, Op.FINGERPRINT, arguments, object.required("fingerprint"), List.of()));
        }
        if (kind.equals("block_key")) {
            arguments.set("hash", object.path("hash"));
            arguments.set("group", object.path("group"));
            place.check(Op.BLOCK_KEY, arguments);
            place.text(object, "key");
            object.put("name", "block-key-" + place.text(object, "key"));
            return one(place, object, new Step(0, Op.BLOCK_KEY, arguments, object.required("key"), List.of()));
        }
        throw place.bad("\"kind\" is \"" + kind + "\"; expected \"fingerprint\" or \"block_key\"");
    }

    private static ConformanceVector one(Place place, ObjectNode object, Step step) {
        return new ConformanceVector(
                place.file(),
                place.line(),
                place.text(object, "name"),
                object.path("about").asString(""),
                Reference.AUGUST,
                VectorConfig.standard(),
                List.of(),
                ConformanceVector.NO_DEFECT,
                List.of(step));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }
}
