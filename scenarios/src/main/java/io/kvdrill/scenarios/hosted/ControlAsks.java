package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.profile.Choices.IntegerChecks;
import io.kvdrill.core.profile.Choices.KeyElements;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.MessageReader;
import io.kvdrill.core.protocol.Payload;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.protocol.Reading;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.scenarios.conform.vector.MessageJson;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a tier asks of its control transport. */
final class ControlAsks {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final ControlTransport control;
    private final Handles<Connection> connections = new Handles<>("connection");
    private final MessageReader reader = new MessageReader(KeyElements.COERCED, IntegerChecks.SIGN_ONLY);
    private final Witness witness;

    ControlAsks(ControlTransport control, Witness witness) {
        this.control = control;
        this.witness = witness;
    }

    /** The answer, or null if this is not about control. */
    @Nullable JsonNode answer(String ask, ObjectNode arguments) {
        return switch (ask) {
            case "dial" -> dial(Json.text(arguments, "peer"));
            case "send" -> send(connection(arguments), arguments.path("msg"));
            case "receive" -> receive(connection(arguments));
            case "mark_dead" -> {
                Connection connection = connection(arguments);
                connection.markDead();
                witness.markedDead(connection);
                yield JSON.nullNode();
            }
            case "close_connection" -> {
                Connection connection = connection(arguments);
                connection.close();
                witness.closed(connection);
                yield JSON.nullNode();
            }
            case "poll_control" -> poll();
            case "close_control" -> {
                control.close();
                yield JSON.nullNode();
            }
            default -> null;
        };
    }

    private Connection connection(ObjectNode arguments) {
        return connections.get(Json.integer(arguments, "connection"));
    }

    private JsonNode dial(String peer) {
        Connection connection = control.dial(peer);
        witness.dialled(connection);
        return JSON.numberNode(connections.of(connection));
    }

    private JsonNode send(Connection connection, JsonNode json) {
        WireValue value;
        try {
            value = MessageJson.value(json);
        } catch (IllegalArgumentException e) {
            throw new Json.BadValue("\"msg\": " + e.getMessage());
        }
        Reading reading = reader.read(new RawPayload(value, 0));
        if (!(reading instanceof Reading.Valid valid)) {
            throw new Json.BadValue("\"msg\" is no message of this protocol: " + why(reading));
        }
        witness.send(connection, valid.message());
        return JSON.nullNode();
    }

    private JsonNode receive(Connection connection) {
        ArrayNode messages = JSON.arrayNode();
        for (Payload payload : connection.receive()) {
            WireValue value =
                    payload instanceof Message message ? MessageCodec.toWire(message) : ((RawPayload) payload).value();
            messages.add(MessageJson.toJson(value));
            if (reader.read(payload) instanceof Reading.Valid valid) {
                witness.received(connection, valid.message());
            }
        }
        return messages;
    }

    /** What a poll reports; an object without fields if nothing. */
    ObjectNode poll() {
        ObjectNode news = JSON.objectNode();
        control.poll(new ControlTransport.Listener() {
            @Override
            public void onAccepted(Connection connection) {
                news.withArray("accepted")
                        .addObject()
                        .put("connection", connections.of(connection))
                        .put("peer", connection.peer());
                witness.accepted(connection);
            }

            @Override
            public void onReceived(Connection connection) {
                news.withArray("received").add(connections.of(connection));
            }

            @Override
            public void onLost(Connection connection) {
                news.withArray("lost").add(connections.of(connection));
                witness.lost(connection);
            }
        });
        return news;
    }

    private static String why(Reading reading) {
        if (reading instanceof Reading.Violation violation) {
            return violation.reason();
        } else if (reading instanceof Reading.Ignored ignored) {
            return ignored.reason();
        }
        return reading instanceof Reading.InternalError error ? error.reason() : "";
    }
}
