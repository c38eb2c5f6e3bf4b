package io.kvdrill.core.protocol;

import io.kvdrill.core.protocol.WireValue.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/** Writes messages and values as msgpack. */
final class FrameWriter {
    /** A packer asks for room for the longest form of a number before it takes the shortest. */
    private static final int HEADROOM = 16;

    private final MessageBufferPacker packer;

    private FrameWriter(MessageBufferPacker packer) {
        this.packer = packer;
    }

    static byte[] write(Message message) {
        try {
            FrameWriter writer = new FrameWriter(new MessagePack.PackerConfig()
                    .withBufferSize(Math.addExact(FrameSize.of(message), HEADROOM))
                    .newBufferPacker());
            writer.message(message);
            return writer.packer.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
    }

    static byte[] write(WireValue value) {
        try {
            FrameWriter writer = new FrameWriter(MessagePack.newDefaultBufferPacker());
            writer.value(value, 0);
            return writer.packer.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
    }

    private void message(Message message) throws IOException {
        if (message instanceof Message.Connect connect) {
            open(connect.domain() == null ? 8 : 9, connect.epoch(), message);
            connect(connect);
        } else if (message instanceof Message.ConnectAck ack) {
            open(2, ack.epoch(), message);
            text(Field.PEER_ID).text(ack.peerId()).optional(Field.KVDRILL_EPOCH, ack.epoch());
        } else if (message instanceof Message.Disconnect) {
            open(1, null, message);
        } else if (message instanceof Message.RequestMessage request) {
            request(request);
        }
    }

    private void open(int fields, @Nullable Long extension, Message message) throws IOException {
        packer.packMapHeader(fields + (extension == null ? 0 : 1));
        text(Field.TYPE).text(message.type().wireName());
        if (message instanceof Message.RequestMessage request) {
            text(Field.KV_REQUEST_ID).text(request.request());
        }
    }

    private void connect(Message.Connect connect) throws IOException {
        text(Field.PEER_ID).text(connect.peerId());
        text(Field.AGENT_METADATA).binary(connect.agentMetadata().toArray());
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

    private void request(Message.RequestMessage request) throws IOException {
        if (request instanceof Message.Fetch fetch) {
            open(5, null, fetch);
            keys(fetch.keys());
            text(Field.BLOCK_INDEXES);
            packer.packArrayHeader(fetch.blockIndexes().size());
            for (int i = 0; i < fetch.blockIndexes().size(); i++) {
                unsigned(fetch.blockIndexes().get(i));
            }
            text(Field.ROUND_SEQ).unsigned(fetch.round());
        } else if (request instanceof Message.Lookup lookup) {
            open(4, null, lookup);
            keys(lookup.keys());
            text(Field.ROUND_SEQ).unsigned(lookup.round());
        } else if (request instanceof Message.LookupResponse response) {
            open(4, response.round(), response);
            keys(response.keys());
            text(Field.HITS);
            packer.packArrayHeader(response.hits().size());
            for (boolean hit : response.hits()) {
                packer.packBoolean(hit);
            }
            optional(Field.KVDRILL_ROUND, response.round());
        } else if (request instanceof Message.TransferDone done) {
            open(4, null, done);
            text(Field.SUCCESS);
            packer.packBoolean(done.success());
            text(Field.ROUND_SEQ).unsigned(done.round());
        } else if (request instanceof Message.AbortFetch abort) {
            open(3, null, abort);
            text(Field.ROUND_SEQ).unsigned(abort.round());
        } else if (request instanceof Message.AbortAck ack) {
            open(3, null, ack);
            text(Field.ROUND_SEQ).unsigned(ack.round());
        }
    }

    private void keys(List<BlockKey> keys) throws IOException {
        text(Field.KEYS);
        packer.packArrayHeader(keys.size());
        for (BlockKey key : keys) {
            binary(key.toArray());
        }
    }

    private void optional(String field, @Nullable Long value) throws IOException {
        if (value != null) {
            text(field).unsigned(value);
        }
    }

    private FrameWriter text(String text) throws IOException {
        byte[] bytes = Utf8.encode(text);
        packer.packRawStringHeader(bytes.length);
        packer.writePayload(bytes);
        return this;
    }

    private void binary(byte[] bytes) throws IOException {
        packer.packBinaryHeader(bytes.length);
        packer.writePayload(bytes);
    }

    private void unsigned(long value) throws IOException {
        if (value >= 0) {
            packer.packLong(value);
        } else {
            packer.packBigInteger(new BigInteger(Long.toUnsignedString(value)));
        }
    }

    private void value(WireValue value, int depth) throws IOException {
        if (value instanceof WireValue.Nil) {
            packer.packNil();
        } else if (value instanceof WireValue.Bool bool) {
            packer.packBoolean(bool.value());
        } else if (value instanceof WireValue.Int integer) {
            integer(integer.value());
        } else if (value instanceof WireValue.Float64 number) {
            packer.packDouble(number.value());
        } else if (value instanceof WireValue.Text text) {
            text(text.value());
        } else if (value instanceof WireValue.Binary binary) {
            binary(binary.value().toArray());
        } else if (value instanceof WireValue.Extension extension) {
            packer.packExtensionTypeHeader(extension.type(), extension.value().size());
            packer.writePayload(extension.value().toArray());
        } else {
            container(value, depth);
        }
    }

    private void integer(BigInteger value) throws IOException {
        boolean fits = value.signum() < 0 ? value.bitLength() < Long.SIZE : value.bitLength() <= Long.SIZE;
        if (!fits) {
            throw new IllegalArgumentException(
                    "an integer of " + value.bitLength() + " bits cannot be sent; expected -2^63 to 2^64-1");
        }
        packer.packBigInteger(value);
    }

    private void container(WireValue value, int depth) throws IOException {
        if (depth >= MessageCodec.MAX_DEPTH) {
            throw new IllegalArgumentException(
                    "lists and maps nest deeper than " + MessageCodec.MAX_DEPTH + " levels, which no receiver accepts");
        }
        if (value instanceof WireValue.Array array) {
            packer.packArrayHeader(array.elements().size());
            for (WireValue element : array.elements()) {
                value(element, depth + 1);
            }
        } else if (value instanceof WireValue.Mapping map) {
            packer.packMapHeader(map.entries().size());
            for (Entry entry : map.entries()) {
                value(entry.key(), depth + 1);
                value(entry.value(), depth + 1);
            }
        }
    }
}
