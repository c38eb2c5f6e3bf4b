package io.kvdrill.core.transport.contract;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.SlotList;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** A message of each type, and one as large as a long prompt's. */
final class SampleMessages {
    private static final int LONG_PROMPT_BLOCKS = 3_072;

    private SampleMessages() {}

    static List<Message> all() {
        BlockKey key = BlockKey.of(new byte[32], 1);
        return List.of(
                new Message.Connect("a:1", Bytes.ofHex("0102ff"), -1L, 256, 2 << 20, "0123", "seed", 77L),
                new Message.ConnectAck("a:1", null),
                new Message.Fetch("r", List.of(key), SlotList.of(5), 0),
                new Message.Fetch("r", List.of(), SlotList.empty(), 1),
                new Message.Lookup("", List.of(key, key), 3),
                new Message.LookupResponse("r\u00e9", List.of(key), List.of(true), null),
                new Message.TransferDone("r", false, Long.MAX_VALUE),
                new Message.AbortFetch("r", 2),
                new Message.AbortAck("r", 2),
                longFetch(),
                new Message.Disconnect());
    }

    private static Message longFetch() {
        List<BlockKey> keys = new ArrayList<>();
        for (int i = 0; i < LONG_PROMPT_BLOCKS; i++) {
            byte[] hash = new byte[32];
            hash[0] = (byte) i;
            hash[1] = (byte) (i >>> 8);
            keys.add(BlockKey.of(hash, 0));
        }
        return new Message.Fetch(
                "long",
                keys,
                SlotList.of(LongStream.range(0, LONG_PROMPT_BLOCKS).toArray()),
                4);
    }
}
