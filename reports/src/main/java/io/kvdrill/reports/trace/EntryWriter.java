package io.kvdrill.reports.trace;

import io.kvdrill.core.trace.ChainHash;
import io.kvdrill.core.trace.EventSchema;
import io.kvdrill.core.trace.RecordedEntry;
import io.kvdrill.core.trace.StoredEntry;
import io.kvdrill.core.trace.StoredEntry.Field;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.SerializableString;
import tools.jackson.core.io.SerializedString;

/** Writes entries as lines of a trace. The generator is somebody else's, and writes bytes where recorded entries come. */
final class EntryWriter {
    private static final SerializableString SEQUENCE = new SerializedString("seq");
    private static final SerializableString TIME = new SerializedString("t");
    private static final SerializableString PEER = new SerializedString("peer");
    private static final SerializableString CAUSE = new SerializedString("cause");
    private static final SerializableString KIND = new SerializedString("kind");
    private static final SerializableString CHAIN = new SerializedString("chain");
    private static final SerializableString FIELDS = new SerializedString("fields");

    private final JsonGenerator out;
    private final EventSchema schema = new EventSchema();
    private final Spelled spelled = new Spelled();
    private final FieldWriter fields;
    private final byte[] chain = new byte[ChainHash.HEX_DIGITS];

    EntryWriter(JsonGenerator out) {
        this.out = out;
        this.fields = new FieldWriter(out, spelled);
    }

    void write(StoredEntry entry) {
        begin(entry.sequence(), entry.worldNanos(), entry.peer(), entry.cause(), entry.kind());
        out.writeString(entry.chain());
        out.writeName(FIELDS);
        out.writeStartObject();
        for (Field field : entry.fields()) {
            out.writeName(field.name());
            writeValue(field.value());
        }
        out.writeEndObject();
        end();
    }

    /** The same line as for the entry made plain. */
    void write(RecordedEntry entry) {
        begin(entry.sequence(), entry.worldNanos(), entry.peer(), entry.cause(), schema.kind(entry.event()));
        ChainHash.spell(entry.chainHigh(), entry.chainLow(), chain);
        out.writeRawUTF8String(chain, 0, chain.length);
        out.writeName(FIELDS);
        schema.tell(entry.event(), fields);
        end();
    }

    private void begin(long sequence, long worldNanos, String peer, long cause, String kind) {
        out.writeStartObject();
        out.writeName(SEQUENCE);
        out.writeNumber(sequence);
        out.writeName(TIME);
        out.writeNumber(worldNanos);
        out.writeName(PEER);
        out.writeString(spelled.word(peer));
        out.writeName(CAUSE);
        out.writeNumber(cause);
        out.writeName(KIND);
        out.writeString(spelled.word(kind));
        out.writeName(CHAIN);
    }

    private void writeValue(@Nullable Object value) {
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
            list.forEach(this::writeValue);
            out.writeEndArray();
        } else if (value instanceof Map<?, ?> map) {
            out.writeStartObject();
            map.forEach((name, element) -> {
                out.writeName(String.valueOf(name));
                writeValue(element);
            });
            out.writeEndObject();
        } else {
            throw new IllegalArgumentException(
                    "a stored trace cannot hold a " + value.getClass().getName());
        }
    }

    private void end() {
        out.writeEndObject();
        out.writeRaw('\n');
    }
}
