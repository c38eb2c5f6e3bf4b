package io.kvdrill.reports.trace;

import io.kvdrill.core.trace.EventSchema;
import io.kvdrill.core.trace.RecordedEntry;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.StoredEntry.Field;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a trace, one line of JSON for each entry: first the header, last the number of entries and the fingerprint, so
 * that a file that was cut short is told from a whole one.
 */
public final class TraceWriter implements AutoCloseable {
    private static final String FIELDS = "fields";
    /** A file takes few large pieces in less time than many small ones. */
    private static final int BUFFER_BYTES = 1 << 16;

    private static final JsonFactory LINES =
            JsonFactory.builder().rootValueSeparator((String) null).build();

    private final JsonGenerator out;
    private final EventSchema schema = new EventSchema();
    private final FieldWriter fields;
    private long entries;
    private @Nullable String lastChain;

    /** Begins a trace, in UTF-8; the stream belongs to this object from now on. */
    public TraceWriter(OutputStream out, TraceHeader header) throws IOException {
        this.out = LINES.createGenerator(ObjectWriteContext.empty(), new BufferedOutputStream(out, BUFFER_BYTES));
        this.fields = new FieldWriter(this.out);
        write(() -> {
            this.out.writeStartObject();
            this.out.writeNumberProperty("kvdrill_trace", header.format());
            this.out.writeStringProperty("schema", TraceHeader.SCHEMA);
            this.out.writeStringProperty("scenario", header.scenario());
            this.out.writeStringProperty("profile", header.profile());
            this.out.writeNumberProperty("seed", header.seed());
            this.out.writeStringProperty("version", header.version());
            endLine(this.out);
        });
    }

    /** Adds an entry. */
    public void write(StoredEntry entry) throws IOException {
        write(() -> writeLine(entry, out));
        entries++;
        lastChain = entry.chain();
    }

    /** Adds an entry that has not been made plain: the same line as for one that has. */
    public void write(RecordedEntry entry) throws IOException {
        String chain = entry.chain();
        write(() -> {
            beginLine(
                    entry.sequence(),
                    entry.worldNanos(),
                    entry.peer(),
                    entry.cause(),
                    schema.kind(entry.event()),
                    chain,
                    out);
            out.writeName(FIELDS);
            schema.tell(entry.event(), fields);
            endLine(out);
        });
        entries++;
        lastChain = chain;
    }

    /** An entry as a line of a trace, with its end. */
    public static String line(StoredEntry entry) {
        StringWriter line = new StringWriter();
        try (JsonGenerator generator = LINES.createGenerator(ObjectWriteContext.empty(), line)) {
            writeLine(entry, generator);
        }
        return line.toString();
    }

    private static void writeLine(StoredEntry entry, JsonGenerator out) {
        beginLine(entry.sequence(), entry.worldNanos(), entry.peer(), entry.cause(), entry.kind(), entry.chain(), out);
        out.writeObjectPropertyStart(FIELDS);
        for (Field field : entry.fields()) {
            out.writeName(field.name());
            writeValue(field.value(), out);
        }
        out.writeEndObject();
        endLine(out);
    }

    private static void beginLine(
            long sequence, long worldNanos, String peer, long cause, String kind, String chain, JsonGenerator out) {
        out.writeStartObject();
        out.writeNumberProperty("seq", sequence);
        out.writeNumberProperty("t", worldNanos);
        out.writeStringProperty("peer", peer);
        out.writeNumberProperty("cause", cause);
        out.writeStringProperty("kind", kind);
        out.writeStringProperty("chain", chain);
    }

    private static void writeValue(@Nullable Object value, JsonGenerator out) {
        if (value == null) {
            out.writeNull();
        } else if (value instanceof String text) {
            out.writeString(text);
        } else if (value instanceof Long number) {
            out.writeNumber(number);
        } else if (value instanceof Boolean truth) {
            out.writeBoolean(truth);
        } else if (value instanceof List<?> list) {
            out.writeStartArray();
            list.forEach(element -> writeValue(element, out));
            out.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            map.forEach((name, element) -> {
                out.writeName(String.valueOf(name));
                writeValue(element, out);
            });
            out.writeEndObject();
        } else {
            throw new IllegalArgumentException(
                    "a stored trace cannot hold a " + value.getClass().getName());
        }
    }

    private static void endLine(JsonGenerator out) {
        out.writeEndObject();
        out.writeRaw('\n');
    }

    /** Ends the trace and closes the writer. */
    @Override
    public void close() throws IOException {
        write(() -> {
            out.writeStartObject();
            out.writeNumberProperty("entries", entries);
            out.writeStringProperty("fingerprint", lastChain == null ? TraceReader.EMPTY_FINGERPRINT : lastChain);
            endLine(out);
            out.close();
        });
    }

    /** The generator hides what the file says. */
    private static void write(Runnable lines) throws IOException {
        try {
            lines.run();
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }
}
