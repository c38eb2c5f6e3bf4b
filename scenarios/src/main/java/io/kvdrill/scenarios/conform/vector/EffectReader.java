package io.kvdrill.scenarios.conform.vector;

import io.kvdrill.core.protocol.Message;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads effects, as they stand in vectors and in the answers of subjects. */
public final class EffectReader {
    private static final List<String> NAMES = List.of(
            "send",
            "dial",
            "close",
            "add_peer",
            "remove_peer",
            "write",
            "cancel",
            "parent",
            "close_control",
            "close_data");

    private final JsonNode json;
    private final VectorConfig config;

    private EffectReader(JsonNode json, VectorConfig config) {
        this.json = json;
        this.config = config;
    }

    /**
     * One effect.
     *
     * @throws IllegalArgumentException if it is none, with what was expected
     */
    public static Effect read(JsonNode json, VectorConfig config) {
        if (!json.isObject()) {
            throw new IllegalArgumentException("an effect is " + Place.describe(json) + "; expected an object");
        }
        return new EffectReader(json, config).effect();
    }

    private Effect effect() {
        String name = text("effect");
        return switch (name) {
            case "send" -> new Effect.Send(text("peer"), MessageJson.sent(required("msg"), config));
            case "dial" -> new Effect.Dial(text("peer"));
            case "close" -> new Effect.Close(text("peer"));
            case "add_peer" -> addPeer();
            case "remove_peer" -> new Effect.RemovePeer(text("peer"));
            case "write" -> write();
            case "cancel" -> cancel();
            case "parent" -> parent();
            case "close_control" -> new Effect.CloseControl();
            case "close_data" -> new Effect.CloseData();
            default -> throw new IllegalArgumentException("unknown effect \"" + name + "\"; expected one of " + NAMES);
        };
    }

    private Effect addPeer() {
        JsonNode failed = json.get("failed");
        if (failed != null && !ArgumentKind.REGISTRATION_FAILURE.accepts(failed)) {
            throw wrong("failed", failed, ArgumentKind.REGISTRATION_FAILURE.expected());
        }
        return new Effect.AddPeer(text("peer"), region(), failed == null ? null : failed.stringValue());
    }

    private Effect.@Nullable Region region() {
        boolean any = false;
        for (String field : List.of("agent_metadata", "base_addr", "num_blocks", "block_len")) {
            any |= json.has(field);
        }
        if (!any) {
            return null;
        }
        Effect.Region region = new Effect.Region(
                text("agent_metadata"), integer("base_addr"), integer("num_blocks"), integer("block_len"));
        return region.equals(standardRegion(text("peer"), config)) ? null : region;
    }

    /** The region of a peer's standard connect. */
    public static Effect.Region standardRegion(String peer, VectorConfig config) {
        Message.Connect connect = MessageJson.standardConnect(peer, config);
        return new Effect.Region(
                connect.agentMetadata().hex(),
                BigInteger.valueOf(connect.baseAddress()),
                BigInteger.valueOf(connect.blockCount()),
                BigInteger.valueOf(connect.blockBytes()));
    }

    private Effect write() {
        List<BigInteger> local = integers("local");
        List<BigInteger> remote = integers("remote");
        if (local.size() != remote.size()) {
            throw new IllegalArgumentException(
                    "write: \"local\" and \"remote\" differ in length; expected parallel lists");
        }
        List<Effect.Blocks> blocks = new ArrayList<>();
        for (int i = 0; i < local.size(); i++) {
            blocks.add(new Effect.Blocks(remote.get(i), local.get(i)));
        }
        Effect.WriteOutcome outcome = named(Effect.WriteOutcome.values(), "outcome");
        JsonNode transfer = json.path("transfer");
        boolean accepted = outcome == Effect.WriteOutcome.ACCEPTED;
        if (accepted == (transfer.isNull() || transfer.isMissingNode())) {
            throw wrong("transfer", transfer, "a name if the write was accepted, and null if not");
        }
        return new Effect.Write(text("peer"), accepted ? transfer(transfer) : null, blocks, outcome);
    }

    private Effect cancel() {
        String mode = text("mode");
        if (!List.of("wait", "immediate").contains(mode)) {
            throw wrong("mode", required("mode"), "\"wait\" or \"immediate\"");
        }
        TreeSet<String> transfers = new TreeSet<>();
        for (JsonNode transfer : list("transfers")) {
            transfers.add(transfer(transfer));
        }
        return new Effect.Cancel(mode.equals("immediate"), transfers);
    }

    private Effect parent() {
        Effect.ParentCall call = named(Effect.ParentCall.values(), "call");
        String context = text("ctx");
        return switch (call) {
            case NEW_REQUEST, REQUEST_FINISHED -> new Effect.Parent(call, context, null, List.of(), null);
            case LOOKUP -> new Effect.Parent(call, context, text("key"), List.of(), null);
            case CREATE_STORE_JOB -> {
                List<String> keys = new ArrayList<>();
                for (JsonNode key : list("keys")) {
                    if (!ArgumentKind.HEX.accepts(key)) {
                        throw wrong("keys", key, "a list of hexadecimal texts");
                    }
                    keys.add(key.stringValue());
                }
                yield new Effect.Parent(
                        call, context, null, keys, integer("job").longValueExact());
            }
        };
    }

    private static String transfer(JsonNode json) {
        if (json.isIntegralNumber() || json.isString()) {
            return json.asString();
        }
        throw new IllegalArgumentException(
                "a transfer is " + Place.describe(json) + "; expected its name, an integer or text");
    }

    private <E extends Enum<E>> E named(E[] values, String field) {
        String name = text(field);
        List<String> names = new ArrayList<>();
        for (E value : values) {
            String publicName = value.name().toLowerCase(Locale.ROOT);
            if (publicName.equals(name)) {
                return value;
            }
            names.add(publicName);
        }
        throw wrong(field, required(field), "one of " + names);
    }

    private List<BigInteger> integers(String field) {
        List<BigInteger> integers = new ArrayList<>();
        for (JsonNode element : list(field)) {
            if (!element.isIntegralNumber()) {
                throw wrong(field, element, "a list of integers");
            }
            integers.add(element.bigIntegerValue());
        }
        return integers;
    }

    private BigInteger integer(String field) {
        JsonNode value = required(field);
        if (!value.isIntegralNumber()) {
            throw wrong(field, value, "an integer");
        }
        return value.bigIntegerValue();
    }

    private String text(String field) {
        JsonNode value = required(field);
        if (!value.isString()) {
            throw wrong(field, value, "text");
        }
        return value.stringValue();
    }

    private JsonNode list(String field) {
        JsonNode value = required(field);
        if (!value.isArray()) {
            throw wrong(field, value, "a list");
        }
        return value;
    }

    private JsonNode required(String field) {
        JsonNode value = json.get(field);
        if (value == null) {
            throw wrong(field, null, "a value");
        }
        return value;
    }

    private IllegalArgumentException wrong(String field, @Nullable JsonNode value, String expected) {
        return new IllegalArgumentException("effect " + json.path("effect").asString("") + ": \"" + field + "\" is "
                + Place.describe(value) + "; expected " + expected);
    }
}
