package io.kvdrill.core.protocol;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.domains.DomainContextBase;

/** Messages of every type, with integers at their edges and text of every plane. */
class MessageArbitraries extends DomainContextBase {

    /** A message, wrapped so that properties can ask for any. */
    record AnyMessage(Message message) {}

    @Provide
    Arbitrary<AnyMessage> messages() {
        return Arbitraries.oneOf(
                        connects(),
                        Combinators.combine(text(), extension()).as(Message.ConnectAck::new),
                        Arbitraries.just(new Message.Disconnect()),
                        Combinators.combine(text(), keys(), unsigned(), unsigned())
                                .as(MessageArbitraries::fetch),
                        Combinators.combine(text(), keys(), unsigned()).as(Message.Lookup::new),
                        Combinators.combine(text(), keys(), unsigned(), round()).as(MessageArbitraries::response),
                        Combinators.combine(text(), Arbitraries.of(true, false), unsigned())
                                .as(Message.TransferDone::new),
                        Combinators.combine(text(), unsigned()).as(Message.AbortFetch::new),
                        Combinators.combine(text(), unsigned()).as(Message.AbortAck::new))
                .map(message -> new AnyMessage(message));
    }

    private static Message fetch(String request, List<BlockKey> keys, long firstSlot, long round) {
        long[] slots = new long[keys.size()];
        for (int i = 0; i < slots.length; i++) {
            slots[i] = firstSlot + i;
        }
        return new Message.Fetch(request, keys, SlotList.of(slots), round);
    }

    private static Message response(String request, List<BlockKey> keys, long bits, Long round) {
        List<Boolean> hits = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            hits.add((bits >>> (i % Long.SIZE) & 1) == 1);
        }
        return new Message.LookupResponse(request, keys, hits, round);
    }

    private Arbitrary<Message> connects() {
        return Combinators.combine(
                        text(), bytes().map(Bytes::of), unsigned(), positive(), positive(), text(), text(), extension())
                .as(Message.Connect::new);
    }

    private Arbitrary<List<BlockKey>> keys() {
        Arbitrary<BlockKey> key = bytes().map(BlockKey::of);
        return Arbitraries.frequencyOf(
                Tuple.of(9, key.list().ofMaxSize(20)),
                Tuple.of(
                        1,
                        Arbitraries.of(65_535, 65_536).map(count -> Collections.nCopies(count, BlockKey.ofHex("00")))));
    }

    private Arbitrary<byte[]> bytes() {
        return Arbitraries.bytes().array(byte[].class).ofMaxSize(300);
    }

    private Arbitrary<String> text() {
        return Arbitraries.strings()
                .ofMaxLength(300)
                .filter(text -> StandardCharsets.UTF_8.newEncoder().canEncode(text));
    }

    /** Any long, read as unsigned, with the edges of msgpack's widths made likely. */
    private Arbitrary<Long> unsigned() {
        Arbitrary<Long> edges = Combinators.combine(
                        Arbitraries.of(0, 7, 8, 16, 31, 32, 63), Arbitraries.of(-1L, 0L, 1L))
                .as((bit, off) -> (1L << bit) + off);
        return Arbitraries.oneOf(edges, Arbitraries.longs());
    }

    private Arbitrary<Long> positive() {
        return unsigned().filter(value -> value != 0);
    }

    private Arbitrary<Long> extension() {
        return unsigned().injectNull(0.5);
    }

    private Arbitrary<Long> round() {
        return unsigned().map(value -> value & Long.MAX_VALUE).injectNull(0.5);
    }
}
