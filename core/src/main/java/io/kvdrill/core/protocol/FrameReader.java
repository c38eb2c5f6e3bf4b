package io.kvdrill.core.protocol;

import io.kvdrill.core.protocol.WireValue.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import org.msgpack.core.ExtensionTypeHeader;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;

/**
 * Reads one msgpack value from untrusted bytes. The library's own reader of whole values allocates what a header claims
 * and recurses without bound, so only its reader of single tokens is used: before anything is allocated, the number of
 * values that lists and maps still owe is compared with the bytes that are left, of which each value takes at least one.
 */
final class FrameReader {
    private static final WireValue NIL = new WireValue.Nil();
    private static final WireValue TRUE = new WireValue.Bool(true);
    private static final WireValue FALSE = new WireValue.Bool(false);

    private final MessageUnpacker unpacker;
    private final int length;
    private long owed;

    private FrameReader(byte[] frame) {
        this.unpacker = MessagePack.newDefaultUnpacker(frame);
        this.length = frame.length;
    }

    static WireValue read(byte[] frame) {
        FrameReader reader = new FrameReader(frame);
        WireValue value;
        try {
            value = reader.value(0);
        } catch (MessagePackException e) {
            throw reader.malformed(reader.left() == 0 ? "the frame ends inside a value" : "not msgpack");
        } catch (IOException e) {
            throw new UncheckedIOException("reading from memory failed", e);
        }
        if (reader.left() > 0) {
            throw reader.malformed(reader.left() + " bytes after the value; expected one value a frame");
        }
        return value;
    }

    private long left() {
        return length - unpacker.getTotalReadBytes();
    }

    private MalformedFrameException malformed(String reason) {
        return new MalformedFrameException(unpacker.getTotalReadBytes(), reason);
    }

    private WireValue value(int depth) throws IOException {
        if (left() == 0) {
            throw malformed("the frame ends where a value was expected");
        }
        MessageFormat format = unpacker.getNextFormat();
        if (format == MessageFormat.NEVER_USED) {
            throw malformed("reserved type byte c1");
        }
        return switch (format.getValueType()) {
            case NIL -> {
                unpacker.unpackNil();
                yield NIL;
            }
            case BOOLEAN -> unpacker.unpackBoolean() ? TRUE : FALSE;
            case INTEGER -> new WireValue.Int(unpacker.unpackBigInteger());
            case FLOAT -> new WireValue.Float64(unpacker.unpackDouble());
            case STRING -> text(unpacker.unpackRawStringHeader());
            case BINARY -> new WireValue.Binary(Bytes.of(payload(unpacker.unpackBinaryHeader())));
            case EXTENSION -> extension(unpacker.unpackExtensionTypeHeader());
            case ARRAY -> array(unpacker.unpackArrayHeader(), depth);
            case MAP -> map(unpacker.unpackMapHeader(), depth);
        };
    }

    private WireValue array(int count, int depth) throws IOException {
        enter(count, depth);
        List<WireValue> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            owed--;
            elements.add(value(depth + 1));
        }
        return new WireValue.Array(elements);
    }

    private WireValue map(int count, int depth) throws IOException {
        enter(2L * count, depth);
        List<Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            owed--;
            WireValue key = value(depth + 1);
            owed--;
            entries.add(new Entry(key, value(depth + 1)));
        }
        return new WireValue.Mapping(entries);
    }

    private void enter(long values, int depth) {
        if (depth >= MessageCodec.MAX_DEPTH) {
            throw malformed("lists and maps nest deeper than " + MessageCodec.MAX_DEPTH + " levels");
        }
        if (values > left() - owed) {
            throw malformed("a list or map of " + values + " values where " + left() + " bytes are left"
                    + (owed == 0 ? "" : " and " + owed + " values are owed after it"));
        }
        owed += values;
    }

    private byte[] payload(int size) throws IOException {
        if (size > left() - owed) {
            throw malformed("text or bytes of length " + size + " where " + left() + " bytes are left"
                    + (owed == 0 ? "" : " and " + owed + " values are owed after it"));
        }
        return unpacker.readPayload(size);
    }

    private WireValue text(int size) throws IOException {
        byte[] bytes = payload(size);
        try {
            return new WireValue.Text(Utf8.decode(bytes));
        } catch (CharacterCodingException e) {
            throw malformed("text of " + size + " bytes that is not UTF-8");
        }
    }

    private WireValue extension(ExtensionTypeHeader header) throws IOException {
        return new WireValue.Extension(header.getType(), Bytes.of(payload(header.getLength())));
    }
}
