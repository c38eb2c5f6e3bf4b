package io.kvdrill.core.protocol;

import io.kvdrill.core.profile.Choices.IntegerChecks;
import io.kvdrill.core.profile.Choices.KeyElements;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Validates what a peer sent (protocol.md section 2, table of messages and "Violations"), as strictly as two rows of the
 * profile ask: {@code key_elements} and {@code integer_checks}. Immutable.
 *
 * <p>Checked here is what a message shows by itself. That a block index lies in the peer's region, that lengths and seeds
 * agree, and whether a message is due at all, only the session can tell.
 *
 * <p>Where a message is wrong in several ways the reading names one; a violation goes before an internal error.
 */
public final class MessageReader {
    private final KeyElements keyElements;
    private final IntegerChecks integerChecks;

    /** A reader under these rules. */
    public MessageReader(KeyElements keyElements, IntegerChecks integerChecks) {
        this.keyElements = keyElements;
        this.integerChecks = integerChecks;
    }

    /** What the payload is. A payload that already is a {@link Message} is valid as it stands. */
    public Reading read(Payload payload) {
        if (payload instanceof Message message) {
            return new Reading.Valid(message);
        }
        return readValue(((RawPayload) payload).value());
    }

    private Reading readValue(WireValue value) {
        if (!(value instanceof WireValue.Mapping map)) {
            return new Reading.Ignored("the frame is " + WireTypes.name(value) + "; expected a map");
        }
        WireValue tag = map.get(Field.TYPE);
        Message.Type type = tag instanceof WireValue.Text text ? typeNamed(text.value()) : null;
        if (type == null) {
            return new Reading.Ignored("no message has this type: " + describe(tag));
        }
        try {
            return new Reading.Valid(message(type, new FieldReader(map, keyElements, integerChecks)));
        } catch (Refusal refusal) {
            return refusal.reading(type);
        }
    }

    private static Message.@Nullable Type typeNamed(String wireName) {
        for (Message.Type type : Message.Type.values()) {
            if (type.wireName().equals(wireName)) {
                return type;
            }
        }
        return null;
    }

    private static String describe(@Nullable WireValue tag) {
        if (tag instanceof WireValue.Text text) {
            String name = text.value();
            return "\"" + (name.length() > 40 ? name.substring(0, 40) + "…" : name) + "\"";
        }
        return WireTypes.name(tag);
    }

    private static Message message(Message.Type type, FieldReader fields) {
        return switch (type) {
            case CONNECT -> connect(fields);
            case CONNECT_ACK ->
                new Message.ConnectAck(fields.text(Field.PEER_ID), fields.extension(Field.KVDRILL_EPOCH, Long.SIZE));
            case DISCONNECT -> new Message.Disconnect();
            case FETCH -> fetch(fields);
            case LOOKUP -> lookup(fields);
            case LOOKUP_RESPONSE -> lookupResponse(fields);
            case TRANSFER_DONE ->
                new Message.TransferDone(
                        fields.text(Field.KV_REQUEST_ID), fields.bool(Field.SUCCESS), fields.round(Field.ROUND_SEQ));
            case ABORT_FETCH -> new Message.AbortFetch(fields.text(Field.KV_REQUEST_ID), fields.round(Field.ROUND_SEQ));
            case ABORT_ACK -> new Message.AbortAck(fields.text(Field.KV_REQUEST_ID), fields.round(Field.ROUND_SEQ));
        };
    }

    private static Message connect(FieldReader fields) {
        Message.Connect connect = new Message.Connect(
                fields.text(Field.PEER_ID),
                fields.bytes(Field.AGENT_METADATA),
                fields.address(Field.BASE_ADDR),
                fields.positive(Field.NUM_BLOCKS),
                fields.positive(Field.BLOCK_LEN),
                fields.fingerprint(),
                fields.text(Field.HASH_SEED),
                fields.extension(Field.KVDRILL_EPOCH, Long.SIZE),
                fields.textExtension(Field.KVDRILL_DOMAIN));
        if (fields.ranges()) {
            BigInteger bytes =
                    BigInteger.valueOf(connect.blockCount()).multiply(BigInteger.valueOf(connect.blockBytes()));
            if (bytes.bitLength() > Long.SIZE) {
                throw Refusal.violation(
                        Field.NUM_BLOCKS + " times " + Field.BLOCK_LEN + " is " + bytes + "; expected below 2^64");
            }
        }
        return connect;
    }

    private static Message fetch(FieldReader fields) {
        String request = fields.text(Field.KV_REQUEST_ID);
        long round = fields.round(Field.ROUND_SEQ);
        List<WireValue> keys = fields.list(Field.KEYS);
        SlotList slots = fields.slots(Field.BLOCK_INDEXES);
        sameLength(Field.KEYS, keys.size(), Field.BLOCK_INDEXES, slots.size());
        return new Message.Fetch(request, fields.keys(keys), slots, round);
    }

    private static Message lookup(FieldReader fields) {
        String request = fields.text(Field.KV_REQUEST_ID);
        long round = fields.round(Field.ROUND_SEQ);
        return new Message.Lookup(request, fields.keys(fields.list(Field.KEYS)), round);
    }

    private static Message lookupResponse(FieldReader fields) {
        String request = fields.text(Field.KV_REQUEST_ID);
        List<WireValue> keys = fields.list(Field.KEYS);
        List<Boolean> hits = fields.bools(Field.HITS);
        sameLength(Field.KEYS, keys.size(), Field.HITS, hits.size());
        Long round = fields.extension(Field.KVDRILL_ROUND, Long.SIZE - 1);
        return new Message.LookupResponse(request, fields.keys(keys), hits, round);
    }

    private static void sameLength(String first, int firstSize, String second, int secondSize) {
        if (firstSize != secondSize) {
            throw Refusal.violation(first + " has " + firstSize + " elements and " + second + " has " + secondSize
                    + "; expected as many");
        }
    }
}
