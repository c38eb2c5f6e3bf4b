package io.kvdrill.sim.fault;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.protocol.WireValue.Entry;
import io.kvdrill.sim.world.Fault.HostileFrame;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The bytes of frames that no peer of ours would send. */
final class HostileFrames {
    /**
     * What frames are about.
     *
     * @param id what peers call the request
     * @param keys of its blocks, in order; at least one
     * @param round of which round
     */
    record Subject(String id, List<BlockKey> keys, long round) {}

    /** What peers would call a request that nobody has. */
    static final String NOBODY = "hostile";

    /** A block that nobody has. */
    static final BlockKey NOTHING = BlockKey.ofHex("00".repeat(36));

    private static final int OVERSIZED_BYTES = 9 << 20;

    private static final String NOBODYS_ADDRESS = "10.9.9.9:5710";
    private static final long NOBODYS_EPOCH = 4_711;

    private final Subject subject;
    private final String hashSeed;
    private final long blockBytes;

    /**
     * Frames for one peer.
     *
     * @param subject what they are about, where they are about something
     * @param hashSeed of the peer that they arrive at
     * @param blockBytes of its blocks
     */
    HostileFrames(Subject subject, String hashSeed, long blockBytes) {
        this.subject = subject;
        this.hashSeed = hashSeed;
        this.blockBytes = blockBytes;
    }

    byte[] bytes(HostileFrame frame) {
        return switch (frame) {
            case GARBAGE -> new byte[] {(byte) 0xc1, 1, 2, 3};
            case NOT_A_MAP -> MessageCodec.encode(new WireValue.Array(List.of(text("fetch"))));
            case UNKNOWN_TYPE -> map(entry("type", text("takeover")));
            case BAD_FETCH -> fetch(new WireValue.Array(List.of(key())), new WireValue.Array(List.of()));
            case SLOTS_OUT_OF_RANGE ->
                MessageCodec.encode(new Message.Fetch(
                        subject.id(), List.of(subject.keys().get(0)), SlotList.of(Long.MAX_VALUE), subject.round()));
            case INTEGER_KEY ->
                fetch(new WireValue.Array(List.of(number(1L << 40))), new WireValue.Array(List.of(number(0))));
            case BAD_CONNECT ->
                map(
                        entry("type", text("connect")),
                        entry("peer_id", text(NOBODYS_ADDRESS)),
                        entry("agent_metadata", new WireValue.Binary(Bytes.of(new byte[4]))),
                        entry("base_addr", number(4096)),
                        entry("num_blocks", number(-1)),
                        entry("block_len", number(4096)),
                        entry("config_fingerprint", text("")),
                        entry("hash_seed", text("0")));
            case OVERSIZED ->
                fetch(
                        new WireValue.Array(List.of(new WireValue.Binary(Bytes.of(new byte[OVERSIZED_BYTES])))),
                        new WireValue.Array(List.of(number(0))));
            case UNASKED_DONE -> MessageCodec.encode(new Message.TransferDone(subject.id(), true, 7));
            case FETCH ->
                MessageCodec.encode(new Message.Fetch(subject.id(), List.of(NOTHING), SlotList.of(0), subject.round()));
            case DUPLICATE_KEYS -> {
                BlockKey key = subject.keys().get(0);
                yield MessageCodec.encode(
                        new Message.Fetch(subject.id(), List.of(key, key), SlotList.of(0, 1), subject.round()));
            }
            case TERMINAL_FETCH ->
                MessageCodec.encode(new Message.Fetch(subject.id(), List.of(), SlotList.of(), subject.round()));
            case ABORT -> MessageCodec.encode(new Message.AbortFetch(subject.id(), subject.round()));
            case LOOKUP -> MessageCodec.encode(new Message.Lookup(subject.id(), subject.keys(), subject.round()));
            case CONNECT ->
                MessageCodec.encode(new Message.Connect(
                        NOBODYS_ADDRESS,
                        Bytes.of(new byte[4]),
                        4096,
                        16,
                        blockBytes,
                        "",
                        hashSeed,
                        subject.round() == 0 ? null : Long.valueOf(NOBODYS_EPOCH + subject.round())));
            case CONNECT_ACK -> MessageCodec.encode(new Message.ConnectAck(NOBODYS_ADDRESS, NOBODYS_EPOCH));
        };
    }

    private byte[] fetch(WireValue keys, WireValue indexes) {
        return map(
                entry("type", text("fetch")),
                entry("kv_request_id", text(subject.id())),
                entry("keys", keys),
                entry("block_indexes", indexes),
                entry("round_seq", number(subject.round())));
    }

    private static byte[] map(Entry... entries) {
        List<Entry> list = new ArrayList<>();
        Collections.addAll(list, entries);
        return MessageCodec.encode(new WireValue.Mapping(list));
    }

    private static Entry entry(String name, WireValue value) {
        return new Entry(text(name), value);
    }

    private static WireValue key() {
        return new WireValue.Binary(Bytes.of(new byte[36]));
    }

    private static WireValue text(String text) {
        return new WireValue.Text(text);
    }

    private static WireValue number(long number) {
        return new WireValue.Int(BigInteger.valueOf(number));
    }
}
