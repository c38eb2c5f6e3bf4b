package io.kvdrill.reports.trace;

import io.kvdrill.core.trace.StoredEntry;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a trace, one line of JSON for each entry: first the header, last the number of entries and the fingerprint, so
 * that a file that was cut short is told from a whole one.
 */
public final class TraceWriter implements AutoCloseable {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Writer out;
    private long entries;
    private @Nullable String lastChain;

    /** Begins a trace; the writer belongs to this object from now on. */
    public TraceWriter(Writer out, TraceHeader header) throws IOException {
        this.out = out;
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("kvdrill_trace", header.format());
        line.put("schema", TraceHeader.SCHEMA);
        line.put("scenario", header.scenario());
        line.put("profile", header.profile());
        line.put("seed", header.seed());
        line.put("version", header.version());
        write(line);
    }

    /** Adds an entry. */
    public void write(StoredEntry entry) throws IOException {
        out.write(line(entry));
        entries++;
        lastChain = entry.chain();
    }

    /** An entry as a line of a trace, with its end. */
    public static String line(StoredEntry entry) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        entry.fields().forEach(field -> fields.put(field.name(), field.value()));
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("seq", entry.sequence());
        line.put("t", entry.worldNanos());
        line.put("peer", entry.peer());
        line.put("cause", entry.cause());
        line.put("kind", entry.kind());
        line.put("chain", entry.chain());
        line.put("fields", fields);
        return MAPPER.writeValueAsString(line) + '\n';
    }

    /** Ends the trace and closes the writer. */
    @Override
    public void close() throws IOException {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("entries", entries);
        line.put("fingerprint", lastChain == null ? TraceReader.EMPTY_FINGERPRINT : lastChain);
        write(line);
        out.close();
    }

    private void write(Map<String, Object> line) throws IOException {
        out.write(MAPPER.writeValueAsString(line));
        out.write('\n');
    }
}
