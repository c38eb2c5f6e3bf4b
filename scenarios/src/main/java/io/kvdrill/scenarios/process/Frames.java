package io.kvdrill.scenarios.process;

import io.kvdrill.core.protocol.MalformedFrameException;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.WireValue;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** JSON objects as msgpack, behind a length of four bytes. */
final class Frames {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private Frames() {}

    /** The frame of a message, with its length. */
    static byte[] write(ObjectNode message) {
        byte[] body = MessageCodec.encode(wire(message));
        return ByteBuffer.allocate(4 + body.length)
                .putInt(body.length)
                .put(body)
                .array();
    }

    /**
     * The message of a frame.
     *
     * @param body without the length
     * @throws IllegalArgumentException if it holds no map, or something that JSON does not have
     */
    static ObjectNode read(byte[] body) {
        try {
            if (json(MessageCodec.decode(body, body.length)) instanceof ObjectNode object) {
                return object;
            }
        } catch (MalformedFrameException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        throw new IllegalArgumentException("it holds no map");
    }

    private static WireValue wire(JsonNode json) {
        if (json.isObject()) {
            List<WireValue.Entry> entries = new ArrayList<>();
            json.properties()
                    .forEach(field -> entries.add(
                            new WireValue.Entry(new WireValue.Text(field.getKey()), wire(field.getValue()))));
            return new WireValue.Mapping(entries);
        }
        if (json.isArray()) {
            List<WireValue> elements = new ArrayList<>();
            json.forEach(element -> elements.add(wire(element)));
            return new WireValue.Array(elements);
        }
        if (json.isString()) {
            return new WireValue.Text(json.stringValue());
        }
        if (json.isBoolean()) {
            return new WireValue.Bool(json.booleanValue());
        }
        if (json.isIntegralNumber()) {
            return new WireValue.Int(json.bigIntegerValue());
        }
        return json.isNumber() ? new WireValue.Float64(json.doubleValue()) : new WireValue.Nil();
    }

    private static JsonNode json(WireValue value) {
        if (value instanceof WireValue.Mapping map) {
            ObjectNode object = JSON.objectNode();
            for (WireValue.Entry entry : map.entries()) {
                if (!(entry.key() instanceof WireValue.Text name)) {
                    throw new IllegalArgumentException("the key of a map is no text");
                }
                object.set(name.value(), json(entry.value()));
            }
            return object;
        }
        if (value instanceof WireValue.Array array) {
            ArrayNode elements = JSON.arrayNode();
            array.elements().forEach(element -> elements.add(json(element)));
            return elements;
        }
        if (value instanceof WireValue.Text text) {
            return JSON.stringNode(text.value());
        }
        if (value instanceof WireValue.Bool bool) {
            return JSON.booleanNode(bool.value());
        }
        if (value instanceof WireValue.Int integer) {
            return JSON.numberNode(integer.value());
        }
        if (value instanceof WireValue.Float64 number) {
            return JSON.numberNode(number.value());
        }
        if (value instanceof WireValue.Nil) {
            return JSON.nullNode();
        }
        throw new IllegalArgumentException("bytes and extensions are spelled as texts here");
    }
}
