package io.kvdrill.scenarios.conform.vector;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.protocol.WireValue.Entry;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages as vectors spell them (FORMAT.md section 4): the elements of {@code keys} and the value of {@code
 * agent_metadata} are bytes when they are JSON strings; everywhere else a string is text and {@code {"hex": …}} is bytes.
 */
public final class MessageJson {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private MessageJson() {}

    /**
     * A received message.
     *
     * @throws IllegalArgumentException if something in it is neither of the forms above
     */
    public static WireValue received(JsonNode message, String peer, VectorConfig config) {
        if (message.isString() && message.stringValue().equals("connect")) {
            return MessageCodec.toWire(standardConnect(peer, config));
        }
        return value(message);
    }

    /**
     * A message that the tier sends.
     *
     * @throws IllegalArgumentException if something in it is neither of the forms above
     */
    public static WireValue sent(JsonNode message, VectorConfig config) {
        if (!message.isString()) {
            return value(message);
        }
        return MessageCodec.toWire(
                switch (message.stringValue()) {
                    case "connect" -> ownConnect(config);
                    case "connect_ack" -> new Message.ConnectAck(config.local(), null);
                    case "disconnect" -> new Message.Disconnect();
                    default ->
                        throw new IllegalArgumentException("message " + message
                                + ": expected \"connect\", \"connect_ack\", \"disconnect\" or an object");
                });
    }

    /** The standard connect of a peer. */
    public static Message.Connect standardConnect(String peer, VectorConfig config) {
        return new Message.Connect(
                peer,
                config.agentMetadata(),
                4096,
                64,
                config.blockBytes(),
                config.fingerprint(),
                config.hashSeed(),
                null);
    }

    private static Message.Connect ownConnect(VectorConfig config) {
        return new Message.Connect(
                config.local(),
                config.agentMetadata(),
                config.baseAddress(),
                config.blockCount(),
                config.blockBytes(),
                config.fingerprint(),
                config.hashSeed(),
                null);
    }

    /**
     * Any value.
     *
     * @throws IllegalArgumentException if something in it is neither of the forms above
     */
    public static WireValue value(JsonNode json) {
        if (json.isNull()) {
            return new WireValue.Nil();
        }
        if (json.isBoolean()) {
            return new WireValue.Bool(json.booleanValue());
        }
        if (json.isIntegralNumber()) {
            return new WireValue.Int(json.bigIntegerValue());
        }
        if (json.isNumber()) {
            return new WireValue.Float64(json.doubleValue());
        }
        if (json.isString()) {
            return new WireValue.Text(json.stringValue());
        }
        if (json.isArray()) {
            List<WireValue> elements = new ArrayList<>();
            json.forEach(element -> elements.add(value(element)));
            return new WireValue.Array(elements);
        }
        if (json.size() == 1 && json.has("hex")) {
            return new WireValue.Binary(bytes(json.required("hex")));
        }
        List<Entry> entries = new ArrayList<>();
        json.properties()
                .forEach(field -> entries.add(
                        new Entry(new WireValue.Text(field.getKey()), field(field.getKey(), field.getValue()))));
        return new WireValue.Mapping(entries);
    }

    private static WireValue field(String name, JsonNode json) {
        if (name.equals("agent_metadata")) {
            return bytesOrText(json);
        }
        if (name.equals("keys") && json.isArray()) {
            List<WireValue> keys = new ArrayList<>();
            json.forEach(key -> keys.add(bytesOrText(key)));
            return new WireValue.Array(keys);
        }
        return value(json);
    }

    private static WireValue bytesOrText(JsonNode json) {
        if (json.isString()) {
            return new WireValue.Binary(bytes(json));
        }
        if (json.isObject() && json.size() == 1 && json.has("str")) {
            return new WireValue.Text(json.required("str").asString());
        }
        return value(json);
    }

    private static Bytes bytes(JsonNode hex) {
        if (!hex.isString() || !Hex.isHex(hex.stringValue())) {
            throw new IllegalArgumentException(
                    hex + " stands where bytes do: expected lower-case hexadecimal digits, two a byte");
        }
        return Bytes.ofHex(hex.stringValue());
    }

    /** A value as a vector would spell it. What JSON cannot hold, extensions and keys that are not text, is for people only. */
    public static JsonNode toJson(WireValue value) {
        return toJson("", value);
    }

    private static JsonNode toJson(String field, WireValue value) {
        if (value instanceof WireValue.Nil) {
            return JSON.nullNode();
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
        boolean bytesByDefault = field.equals("keys") || field.equals("agent_metadata");
        if (value instanceof WireValue.Text text) {
            return bytesByDefault ? JSON.objectNode().put("str", text.value()) : JSON.stringNode(text.value());
        }
        if (value instanceof WireValue.Binary binary) {
            String hex = binary.value().hex();
            return bytesByDefault ? JSON.stringNode(hex) : JSON.objectNode().put("hex", hex);
        }
        if (value instanceof WireValue.Array array) {
            ArrayNode elements = JSON.arrayNode();
            array.elements().forEach(element -> elements.add(toJson(field.equals("keys") ? field : "", element)));
            return elements;
        }
        if (value instanceof WireValue.Mapping map) {
            ObjectNode object = JSON.objectNode();
            map.entries().forEach(entry -> {
                String name = entry.key() instanceof WireValue.Text text
                        ? text.value()
                        : entry.key().toString();
                object.set(name, toJson(name, entry.value()));
            });
            return object;
        }
        return JSON.stringNode(value.toString());
    }
}
