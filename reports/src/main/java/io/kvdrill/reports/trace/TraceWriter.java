package io.kvdrill.reports.trace;

import io.kvdrill.core.trace.RecordedEntry;
import io.kvdrill.core.trace.StoredEntry;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.util.function.Supplier;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;

/**
 * Writes a trace, one line of JSON for each entry: first the header, last the number of entries and the fingerprint, so
 * that a file that was cut short is told from a whole one.
 */
public final class TraceWriter implements AutoCloseable {
    /** A file takes few large pieces in less time than many small ones. */
    private static final int BUFFER_BYTES = 1 << 16;

    private static final JsonFactory LINES =
            JsonFactory.builder().rootValueSeparator((String) null).build();

    private final JsonGenerator out;
    private final EntryWriter lines;
    private long entries;
    private Supplier<String> fingerprint = () -> TraceReader.EMPTY_FINGERPRINT;

    /** Begins a trace, in UTF-8; the stream belongs to this object from now on. */
    public TraceWriter(OutputStream out, TraceHeader header) throws IOException {
        this.out = LINES.createGenerator(ObjectWriteContext.empty(), new BufferedOutputStream(out, BUFFER_BYTES));
        this.lines = new EntryWriter(this.out);
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
        write(() -> lines.write(entry));
        entries++;
        fingerprint = entry::chain;
    }

    /** Adds an entry that has not been made plain: the same line as for one that has. */
    public void write(RecordedEntry entry) throws IOException {
        write(() -> lines.write(entry));
        entries++;
        fingerprint = entry::chain;
    }

    /** An entry as a line of a trace, with its end. */
    public static String line(StoredEntry entry) {
        StringWriter line = new StringWriter();
        try (JsonGenerator generator = LINES.createGenerator(ObjectWriteContext.empty(), line)) {
            new EntryWriter(generator).write(entry);
        }
        return line.toString();
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
            out.writeStringProperty("fingerprint", fingerprint.get());
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
