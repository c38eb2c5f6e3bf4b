package io.kvdrill.reports.trace;

import io.kvdrill.core.trace.FieldSink;
import java.util.HexFormat;
import tools.jackson.core.JsonGenerator;

/** Writes fields of events as JSON, with a generator that writes bytes. */
final class FieldWriter implements FieldSink {
    private static final HexFormat HEX = HexFormat.of();

    private final JsonGenerator out;
    private final Spelled spelled;

    FieldWriter(JsonGenerator out, Spelled spelled) {
        this.out = out;
        this.spelled = spelled;
    }

    @Override
    public void beginMap() {
        out.writeStartObject();
    }

    @Override
    public void name(String name) {
        out.writeName(spelled.word(name));
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
        byte[] digits = new byte[2 * bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            digits[2 * i] = (byte) HEX.toHighHexDigit(bytes[i]);
            digits[2 * i + 1] = (byte) HEX.toLowHexDigit(bytes[i]);
        }
        out.writeRawUTF8String(digits, 0, digits.length);
    }
}
