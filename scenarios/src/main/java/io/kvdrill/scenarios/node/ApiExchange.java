package io.kvdrill.scenarios.node;

import com.sun.net.httpserver.HttpExchange;
import io.kvdrill.reports.json.JsonProblem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** How the API of a node reads requests and answers them. */
public final class ApiExchange {
    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int MOST_BYTES = 1 << 20;

    private ApiExchange() {}

    /**
     * Checks the method of a request.
     *
     * @throws Refused if it is another
     */
    public static void expect(HttpExchange exchange, String method) {
        if (!exchange.getRequestMethod().equals(method)) {
            throw new Refused(
                    405,
                    exchange.getRequestURI().getPath() + " takes " + method + ", not " + exchange.getRequestMethod());
        }
    }

    /**
     * The body of a request as text.
     *
     * @throws Refused if it is longer than 1 MiB
     */
    public static String text(HttpExchange exchange) throws IOException {
        return text(exchange, MOST_BYTES);
    }

    /**
     * The body of a request as text.
     *
     * @throws Refused if it is longer than so many bytes
     */
    public static String text(HttpExchange exchange, int mostBytes) throws IOException {
        byte[] bytes = exchange.getRequestBody().readNBytes(mostBytes + 1);
        if (bytes.length > mostBytes) {
            throw new Refused(413, "the body is longer than " + mostBytes + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /**
     * The body of a request as an object.
     *
     * @throws Refused if it is none of this type, saying why
     */
    public static <T> T body(HttpExchange exchange, TypeReference<T> type) throws IOException {
        try {
            T body = MAPPER.readValue(text(exchange), type);
            if (body != null) {
                return body;
            }
        } catch (JacksonException e) {
            throw new Refused(400, "the body is no JSON object: " + JsonProblem.of(e));
        }
        throw new Refused(400, "the body is null; expected a JSON object");
    }

    /** Answers with a JSON object. */
    public static void json(HttpExchange exchange, int status, Map<String, ?> body) throws IOException {
        answer(exchange, status, "application/json", MAPPER.writeValueAsString(body) + "\n");
    }

    static void error(HttpExchange exchange, int status, String message) throws IOException {
        if (exchange.getResponseCode() < 0) {
            json(exchange, status, Map.of("error", message));
        }
    }

    static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
