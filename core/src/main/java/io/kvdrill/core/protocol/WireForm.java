package io.kvdrill.core.protocol;

import io.kvdrill.core.protocol.WireValue.Entry;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns messages into values, field by field in wire order. */
final class WireForm {
    private final List<Entry> entries = new ArrayList<>();

    private WireForm() {}

    static WireValue.Mapping of(Message message) {
        WireForm form = new WireForm();
        form.text(Field.TYPE, message.type().wireName());
        if (message instanceof Message.Connect connect) {
            form.connect(connect);
        } else if (message instanceof Message.ConnectAck ack) {
            form.text(Field.PEER_ID, ack.peerId()).optional(Field.KVDRILL_EPOCH, ack.epoch());
        } else if (message instanceof Message.RequestMessage request) {
            form.text(Field.KV_REQUEST_ID, request.request()).request(request);
        }
        return new WireValue.Mapping(form.entries);
    }

    private void connect(Message.Connect connect) {
        text(Field.PEER_ID, connect.peerId());
        put(Field.AGENT_METADATA, new WireValue.Binary(connect.agentMetadata()));
        put(Field.BASE_ADDR, unsigned(connect.baseAddress()));
        put(Field.NUM_BLOCKS, unsigned(connect.blockCount()));
        put(Field.BLOCK_LEN, unsigned(connect.blockBytes()));
        text(Field.CONFIG_FINGERPRINT, connect.fingerprint());
        text(Field.HASH_SEED, connect.hashSeed());
        optional(Field.KVDRILL_EPOCH, connect.epoch());
        String domain = connect.domain();
        if (domain != null) {
            text(Field.KVDRILL_DOMAIN, domain);
        }
    }

    private void request(Message.RequestMessage request) {
        if (request instanceof Message.Fetch fetch) {
            keys(fetch.keys());
            List<WireValue> indexes = new ArrayList<>(fetch.blockIndexes().size());
            for (int i = 0; i < fetch.blockIndexes().size(); i++) {
                indexes.add(unsigned(fetch.blockIndexes().get(i)));
            }
            put(Field.BLOCK_INDEXES, new WireValue.Array(indexes));
            put(Field.ROUND_SEQ, unsigned(fetch.round()));
        } else if (request instanceof Message.Lookup lookup) {
            keys(lookup.keys());
            put(Field.ROUND_SEQ, unsigned(lookup.round()));
        } else if (request instanceof Message.LookupResponse response) {
            keys(response.keys());
            List<WireValue> hits = new ArrayList<>(response.hits().size());
            for (boolean hit : response.hits()) {
                hits.add(new WireValue.Bool(hit));
            }
            put(Field.HITS, new WireValue.Array(hits));
            optional(Field.KVDRILL_ROUND, response.round());
        } else if (request instanceof Message.TransferDone done) {
            put(Field.SUCCESS, new WireValue.Bool(done.success()));
            put(Field.ROUND_SEQ, unsigned(done.round()));
        } else if (request instanceof Message.AbortFetch abort) {
            put(Field.ROUND_SEQ, unsigned(abort.round()));
        } else if (request instanceof Message.AbortAck ack) {
            put(Field.ROUND_SEQ, unsigned(ack.round()));
        }
    }

    private void keys(List<BlockKey> keys) {
        List<WireValue> elements = new ArrayList<>(keys.size());
        for (BlockKey key : keys) {
            elements.add(new WireValue.Binary(Bytes.of(key.toArray())));
        }
        put(Field.KEYS, new WireValue.Array(elements));
    }

    private WireForm text(String field, String text) {
        put(field, new WireValue.Text(text));
        return this;
    }

    private void optional(String field, @Nullable Long value) {
        if (value != null) {
            put(field, unsigned(value));
        }
    }

    private void put(String field, WireValue value) {
        entries.add(new Entry(new WireValue.Text(field), value));
    }

    private static WireValue unsigned(long value) {
        BigInteger integer = value >= 0 ? BigInteger.valueOf(value) : new BigInteger(Long.toUnsignedString(value));
        return new WireValue.Int(integer);
    }
}
