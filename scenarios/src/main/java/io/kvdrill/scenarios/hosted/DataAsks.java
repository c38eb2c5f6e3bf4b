package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.NoRegistration;
import io.kvdrill.core.transport.Registration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a tier asks of its data transport. */
final class DataAsks {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final DataTransport data;
    private final Handles<Registration> registrations = new Handles<>("registration");
    private final Witness witness;

    DataAsks(DataTransport data, Witness witness) {
        this.data = data;
        this.witness = witness;
    }

    /** The answer, or null if this is not about data. */
    @Nullable JsonNode answer(String ask, ObjectNode arguments) {
        return switch (ask) {
            case "register" -> register(arguments);
            case "remove" -> {
                Registration registration = registration(arguments);
                data.remove(registration);
                witness.removed(registration);
                yield JSON.nullNode();
            }
            case "write" -> write(arguments);
            case "poll_data" -> poll();
            case "collect" -> collect(registration(arguments));
            case "collect_all" -> {
                ArrayNode ended = JSON.arrayNode();
                data.collectAll((transfer, success) -> completion(ended, transfer, success));
                yield ended;
            }
            case "cancel" -> cancel(arguments);
            case "bytes_written" -> JSON.numberNode(data.bytesWritten(Json.integer(arguments, "transfer")));
            case "fence" -> {
                data.fence(registration(arguments));
                yield JSON.nullNode();
            }
            case "close_data" -> {
                data.close();
                yield JSON.nullNode();
            }
            default -> null;
        };
    }

    private Registration registration(ObjectNode arguments) {
        return registrations.get(Json.integer(arguments, "registration"));
    }

    private JsonNode register(ObjectNode arguments) {
        String metadata = Json.text(arguments, "agent_metadata");
        Bytes bytes;
        try {
            bytes = Bytes.ofHex(metadata);
        } catch (IllegalArgumentException e) {
            throw Json.bad("agent_metadata", arguments.path("agent_metadata"), "lower-case hexadecimal digits");
        }
        MemoryRegion region = new MemoryRegion(
                bytes,
                Json.unsigned(arguments, "base_addr"),
                Json.unsigned(arguments, "num_blocks"),
                Json.unsigned(arguments, "block_len"));
        RegistrationMode mode = switch (Json.text(arguments, "mode")) {
            case "inline" -> RegistrationMode.INLINE;
            case "background" -> RegistrationMode.BACKGROUND;
            default -> throw Json.bad("mode", arguments.path("mode"), "\"inline\" or \"background\"");
        };
        Registration registration = data.register(Json.text(arguments, "peer"), region, mode);
        witness.registered(registration, region);
        return state(registration);
    }

    private ObjectNode state(Registration registration) {
        ObjectNode json = JSON.objectNode()
                .put("registration", registrations.of(registration))
                .put("state", registration.state().name().toLowerCase(Locale.ROOT));
        String failure = registration.failure();
        return failure == null ? json : json.put("failure", failure);
    }

    private JsonNode write(ObjectNode arguments) {
        SlotList local = Json.slots(arguments, "local");
        SlotList remote = Json.slots(arguments, "remote");
        if (local.size() != remote.size()) {
            throw new Json.BadValue("\"local\" has " + local.size() + " slots and \"remote\" has " + remote.size()
                    + "; expected as many");
        }
        Registration registration = arguments.path("registration").isNull()
                ? new NoRegistration(Json.text(arguments, "peer"))
                : registration(arguments);
        long transfer = data.write(registration, local, remote);
        if (transfer == DataTransport.REFUSED) {
            witness.writeRefused(registration, remote);
            return JSON.nullNode();
        }
        witness.written(registration, transfer, local, remote);
        return JSON.numberNode(transfer);
    }

    private JsonNode collect(Registration registration) {
        ArrayNode ended = JSON.arrayNode();
        data.collect(registration, (transfer, success) -> completion(ended, transfer, success));
        return ended;
    }

    private void completion(ArrayNode ended, long transfer, boolean success) {
        ended.add(JSON.arrayNode().add(transfer).add(success));
        witness.ended(transfer, success);
    }

    private JsonNode cancel(ObjectNode arguments) {
        List<Long> transfers = Json.integers(arguments, "transfers");
        CancelMode mode = switch (Json.text(arguments, "mode")) {
            case "wait" -> CancelMode.WAIT;
            case "immediate" -> CancelMode.IMMEDIATE;
            default -> throw Json.bad("mode", arguments.path("mode"), "\"wait\" or \"immediate\"");
        };
        List<Long> still = data.cancel(transfers, mode);
        witness.cancelled(transfers, still);
        ArrayNode answer = JSON.arrayNode();
        still.forEach(answer::add);
        return answer;
    }

    /** What a poll reports; an object without fields if nothing. */
    ObjectNode poll() {
        ObjectNode news = JSON.objectNode();
        data.poll(new DataTransport.Listener() {
            @Override
            public void onCompletions(Registration registration) {
                news.withArray("completed").add(registrations.of(registration));
            }

            @Override
            public void onRegistrationSettled(Registration registration) {
                news.withArray("settled").add(state(registration));
                witness.settled(registration);
            }

            @Override
            public void onFenced(Registration registration) {
                news.withArray("fenced").add(registrations.of(registration));
            }
        });
        return news;
    }
}
