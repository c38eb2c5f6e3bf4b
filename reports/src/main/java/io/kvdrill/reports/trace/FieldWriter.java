package io.kvdrill.reports.trace;

import io.kvdrill.core.trace.FieldSink;
import java.util.HexFormat;
import tools.jackson.core.JsonGenerator;

/** Writes fields of events as JSON. */
final class FieldWriter implements FieldSink {
    private static final HexFormat HEX = HexFormat.of();

    private final JsonGenerator out;

    FieldWriter(JsonGenerator out) {
        this.out = out;
    }

    @Override
    public void beginMap() {
        out.writeStartObject();
    }

    @Override
    public void name(String name) {
        out.writeName(name);
    }

    @Override
    public void endMap() {
        out.writeEndObject();
    }

    @Override
    public void beginList() {
        out.writeStartArray();
    }

    @Override
    public void endList() {
        out.writeEndArray();
    }

    @Override
    public void absent() {
        out.writeNull();
    }

    @Override
    public void truth(boolean value) {
        out.writeBoolean(value);
    }

    @Override
    public void number(long value) {
        out.writeNumber(value);
    }

    @Override
    public void text(String value) {
        out.writeString(value);
    }

    @Override
    public void hex(byte[] bytes) {
        out.writeString(HEX.formatHex(bytes));
    }
}
