package io.kvdrill.reports.trace;

import io.kvdrill.core.trace.ChainHash;
import io.kvdrill.core.trace.EventSchema;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.StoredEntry.Field;
import io.kvdrill.reports.json.JsonProblem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads stored traces, checking every line: its form, its number, and its link in the hash chain, which is computed anew
 * from what the line says.
 */
public final class TraceReader {
    /** The fingerprint of a trace without entries. */
    static final String EMPTY_FINGERPRINT = new ChainHash().hex();

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final int LONGEST = 60;

    private final String source;
    private final BufferedReader in;
    private final ChainHash chain = new ChainHash();
    private final List<StoredEntry> entries = new ArrayList<>();
    private long line;

    private TraceReader(String source, Reader in) {
        this.source = source;
        this.in = new BufferedReader(in);
    }

    /**
     * Reads a file.
     *
     * @throws TraceFormatException if it is no trace, or a damaged one
     * @throws IOException if it cannot be read
     */
    public static StoredTrace read(Path file) throws IOException {
        try (Reader in = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
            return read(file.toString(), in);
        }
    }

    /**
     * Reads a trace from anywhere.
     *
     * @param source what to call it in messages
     * @throws TraceFormatException if it is no trace, or a damaged one
     * @throws IOException if it cannot be read
     */
    public static StoredTrace read(String source, Reader in) throws IOException {
        return new TraceReader(source, in).readAll();
    }

    private StoredTrace readAll() throws IOException {
        JsonNode first = nextLine();
        if (first == null) {
            throw wrong("the file is empty; expected a trace's header");
        }
        TraceHeader header = header(first);
        while (true) {
            JsonNode node = nextLine();
            if (node == null) {
                throw wrong("the file ends here; expected more entries or the closing line (was it cut short?)");
            }
            if (node.has("entries")) {
                String fingerprint = closing(node);
                if (in.readLine() != null) {
                    line++;
                    throw wrong("there is more after the closing line");
                }
                return new StoredTrace(header, entries, fingerprint);
            }
            entries.add(entry(node));
        }
    }

    private @Nullable JsonNode nextLine() throws IOException {
        line++;
        String text;
        try {
            text = in.readLine();
        } catch (CharacterCodingException e) {
            throw wrong("the text is no UTF-8 (from somewhere in this line on)");
        }
        if (text == null) {
            return null;
        }
        try {
            JsonNode node = MAPPER.readTree(text);
            if (!node.isObject()) {
                throw wrong("expected a JSON object");
            }
            return node;
        } catch (JacksonException e) {
            throw wrong("no JSON: " + JsonProblem.inLine(e));
        }
    }

    private TraceHeader header(JsonNode node) {
        if (!node.has("kvdrill_trace")) {
            throw wrong("expected a trace's header, beginning with \"kvdrill_trace\"");
        }
        long format = integer(node, "kvdrill_trace");
        if (format != TraceHeader.FORMAT) {
            JsonNode writer = node.path("version");
            String by = writer.isString() ? " (of kvdrill " + writer.stringValue() + ")" : "";
            throw wrong("the trace has format " + format + by + "; this version reads format " + TraceHeader.FORMAT);
        }
        schema(node);
        return new TraceHeader(
                TraceHeader.FORMAT,
                text(node, "scenario"),
                text(node, "profile"),
                integer(node, "seed"),
                text(node, "version"));
    }

    /** Traces that were stored before schemas had names have none. */
    private void schema(JsonNode node) {
        JsonNode schema = node.get("schema");
        if (schema != null && !(schema.isString() && schema.stringValue().equals(TraceHeader.SCHEMA))) {
            throw wrong("the trace says that it is " + brief(schema) + "; this version reads " + TraceHeader.SCHEMA
                    + ": read it with the kvdrill that wrote it, or run again");
        }
    }

    private StoredEntry entry(JsonNode node) {
        long expected = entries.size() + 1L;
        long sequence = integer(node, "seq");
        if (sequence != expected) {
            throw wrong("this is entry " + sequence + "; expected entry " + expected);
        }
        JsonNode fields = node.get("fields");
        if (fields == null || !fields.isObject()) {
            throw wrong("\"fields\" is missing or no object");
        }
        List<Field> list = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : fields.properties()) {
            list.add(new Field(field.getKey(), value(field.getKey(), field.getValue())));
        }
        long cause = integer(node, "cause");
        if (cause < 0 || cause >= sequence) {
            throw wrong("the cause of entry " + sequence + " is " + cause + "; expected an earlier entry, or 0");
        }
        long nanos = integer(node, "t");
        if (nanos < 0) {
            throw wrong("the time of entry " + sequence + " is " + nanos + "; expected 0 or more");
        }
        StoredEntry entry = new StoredEntry(
                sequence, nanos, text(node, "peer"), cause, text(node, "kind"), list, text(node, "chain"));
        chain.beginEntry(entry.sequence(), entry.worldNanos(), entry.peer(), entry.cause());
        EventSchema.hash(entry, chain);
        if (!chain.hex().equals(entry.chain())) {
            throw wrong("entry " + sequence + " does not match its hash: the line was changed, or one before it");
        }
        return entry;
    }

    private String closing(JsonNode node) {
        long count = integer(node, "entries");
        if (count != entries.size()) {
            throw wrong("the trace should have " + count + " entries; it has " + entries.size());
        }
        String fingerprint = text(node, "fingerprint");
        if (!fingerprint.equals(chain.hex())) {
            throw wrong("the fingerprint is " + fingerprint + "; the entries give " + chain.hex());
        }
        return fingerprint;
    }

    private @Nullable Object value(String name, JsonNode node) {
        if (node.isNull()) {
            return null;
        } else if (node.isBoolean()) {
            return node.booleanValue();
        } else if (node.isIntegralNumber() && node.canConvertToLong()) {
            return node.longValue();
        } else if (node.isString()) {
            return node.stringValue();
        } else if (node.isArray()) {
            List<@Nullable Object> list = new ArrayList<>();
            for (JsonNode element : node) {
                list.add(value(name, element));
            }
            return list;
        } else if (node.isObject()) {
            Map<String, @Nullable Object> map = new LinkedHashMap<>();
            for (Map.Entry<String, JsonNode> field : node.properties()) {
                map.put(field.getKey(), value(name, field.getValue()));
            }
            return map;
        }
        throw wrong("field \"" + name + "\" holds " + brief(node) + ", which no trace does");
    }

    private long integer(JsonNode node, String name) {
        JsonNode value = node.get(name);
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong("\"" + name + "\" is missing or no 64-bit integer");
        }
        return value.longValue();
    }

    private String text(JsonNode node, String name) {
        JsonNode value = node.get(name);
        if (value == null || !value.isString()) {
            throw wrong("\"" + name + "\" is missing or no text");
        }
        return value.stringValue();
    }

    private static String brief(JsonNode node) {
        String text = node.toString();
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }

    private TraceFormatException wrong(String message) {
        return new TraceFormatException(source, line, message);
    }
}
