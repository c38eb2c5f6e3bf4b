package io.kvdrill.core.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds up what {@link FrameWriter} would write. */
final class FrameSize {
    private static final int BOOL = 1;
    private static final int MAP_HEADER = 1; // no message has more than 15 fields

    private long bytes = MAP_HEADER;

    private FrameSize() {}

    static int of(Message message) {
        FrameSize size = new FrameSize();
        size.text(Field.TYPE).text(message.type().wireName());
        if (message instanceof Message.Connect connect) {
            size.connect(connect);
        } else if (message instanceof Message.ConnectAck ack) {
            size.text(Field.PEER_ID).text(ack.peerId()).optional(Field.KVDRILL_EPOCH, ack.epoch());
        } else if (message instanceof Message.RequestMessage request) {
            size.text(Field.KV_REQUEST_ID).text(request.request()).request(request);
        }
        return Math.toIntExact(size.bytes);
    }

    private void connect(Message.Connect connect) {
        text(Field.PEER_ID).text(connect.peerId());
        text(Field.AGENT_METADATA).binary(connect.agentMetadata().size());
        text(Field.BASE_ADDR).unsigned(connect.baseAddress());
        text(Field.NUM_BLOCKS).unsigned(connect.blockCount());
        text(Field.BLOCK_LEN).unsigned(connect.blockBytes());
        text(Field.CONFIG_FINGERPRINT).text(connect.fingerprint());
        text(Field.HASH_SEED).text(connect.hashSeed());
        optional(Field.KVDRILL_EPOCH, connect.epoch());
        String domain = connect.domain();
        if (domain != null) {
            text(Field.KVDRILL_DOMAIN).text(domain);
        }
    }

    private void request(Message.RequestMessage request) {
        if (request instanceof Message.Fetch fetch) {
            keys(fetch.keys());
            text(Field.BLOCK_INDEXES).list(fetch.blockIndexes().size());
            for (int i = 0; i < fetch.blockIndexes().size(); i++) {
                unsigned(fetch.blockIndexes().get(i));
            }
            text(Field.ROUND_SEQ).unsigned(fetch.round());
        } else if (request instanceof Message.Lookup lookup) {
            keys(lookup.keys());
            text(Field.ROUND_SEQ).unsigned(lookup.round());
        } else if (request instanceof Message.LookupResponse response) {
            keys(response.keys());
            text(Field.HITS).list(response.hits().size());
            bytes += (long) BOOL * response.hits().size();
            optional(Field.KVDRILL_ROUND, response.round());
        } else if (request instanceof Message.TransferDone done) {
            text(Field.SUCCESS);
            bytes += BOOL;
            text(Field.ROUND_SEQ).unsigned(done.round());
        } else if (request instanceof Message.AbortFetch abort) {
            text(Field.ROUND_SEQ).unsigned(abort.round());
        } else if (request instanceof Message.AbortAck ack) {
            text(Field.ROUND_SEQ).unsigned(ack.round());
        }
    }

    private void keys(List<BlockKey> keys) {
        text(Field.KEYS).list(keys.size());
        for (BlockKey key : keys) {
            binary(key.size());
        }
    }

    private FrameSize optional(String field, @Nullable Long value) {
        return value == null ? this : text(field).unsigned(value);
    }

    private FrameSize text(String text) {
        long length = Utf8.size(text);
        bytes += length + (length < 1 << 5 ? 1 : length < 1 << 8 ? 2 : length < 1 << 16 ? 3 : 5);
        return this;
    }

    private FrameSize binary(int length) {
        bytes += length + (length < 1 << 8 ? 2L : length < 1 << 16 ? 3L : 5L);
        return this;
    }

    private FrameSize list(int size) {
        bytes += size < 1 << 4 ? 1 : size < 1 << 16 ? 3 : 5;
        return this;
    }

    private FrameSize unsigned(long value) {
        int bits = Long.SIZE - Long.numberOfLeadingZeros(value);
        bytes += bits <= 7 ? 1 : bits <= 8 ? 2 : bits <= 16 ? 3 : bits <= 32 ? 5 : 9;
        return this;
    }
}
