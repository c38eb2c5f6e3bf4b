package io.kvdrill.core.walk;

import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.testkit.Peers;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** What a peer of ill will sends: any value, and true messages with something broken. Rows C10 and C16. */
final class HostileOps {
    private HostileOps() {}

    /** A payload that nobody has checked. */
    record SayRaw(String peer, WireValue value) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.receive(peer, new RawPayload(value, 100));
        }
    }

    /** A frame that is too large, whatever is in it. */
    record SayMuch(String peer, int bytes) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.receive(peer, new RawPayload(new WireValue.Nil(), bytes));
        }
    }

    static Arbitrary<Op> ops(Arbitrary<String> peers) {
        return Arbitraries.oneOf(
                Combinators.combine(peers, Arbitraries.oneOf(broken(), broken(), values()))
                        .as(SayRaw::new),
                Combinators.combine(peers, Arbitraries.of(8 << 20, (8 << 20) + 1, Integer.MAX_VALUE))
                        .as(SayMuch::new));
    }

    /** A true message in which one field is left out, doubled or replaced. */
    private static Arbitrary<WireValue> broken() {
        return Combinators.combine(
                        messages(),
                        Arbitraries.integers().between(0, 7),
                        Arbitraries.integers().between(0, 2),
                        values())
                .as(HostileOps::broken);
    }

    private static WireValue broken(Message message, int field, int how, WireValue instead) {
        List<WireValue.Entry> entries =
                new ArrayList<>(MessageCodec.toWire(message).entries());
        int at = field % entries.size();
        WireValue.Entry victim = entries.remove(at);
        if (how > 0) {
            entries.add(at, new WireValue.Entry(victim.key(), instead));
        }
        if (how > 1) {
            entries.add(victim);
        }
        return new WireValue.Mapping(entries);
    }

    private static Arbitrary<Message> messages() {
        Arbitrary<Long> round = Arbitraries.longs().between(0, 2);
        return Arbitraries.oneOf(
                Arbitraries.of(Walk.PEERS).map(peer -> Peers.connect(peer, 1000L)),
                Arbitraries.of(Walk.PEERS).map(peer -> Peers.ack(peer, 1000L)),
                round.map(number -> Peers.fetch("A", number, 5_000 + number, "a")),
                round.map(number -> Peers.lookup("A", number, "a", "b")),
                round.map(number -> Peers.answer("A", number, true, "a")),
                round.map(number -> Peers.done("A", number, true)),
                round.map(number -> Peers.abort("A", number)),
                round.map(number -> Peers.aborted("A", number)));
    }

    private static Arbitrary<WireValue> values() {
        return nested(2);
    }

    private static Arbitrary<WireValue> nested(int depth) {
        if (depth == 0) {
            return scalars();
        }
        Arbitrary<WireValue> inner = nested(depth - 1);
        return Arbitraries.oneOf(
                scalars(),
                scalars(),
                inner.list().ofMaxSize(3).map(WireValue.Array::new),
                Combinators.combine(inner, inner)
                        .as(WireValue.Entry::new)
                        .list()
                        .ofMaxSize(3)
                        .map(WireValue.Mapping::new));
    }

    private static Arbitrary<WireValue> scalars() {
        return Arbitraries.of(
                new WireValue.Nil(),
                new WireValue.Bool(true),
                new WireValue.Bool(false),
                integer("0"),
                integer("-1"),
                integer("255"),
                integer("1000000"),
                integer("9223372036854775807"),
                integer("9223372036854775808"),
                integer("18446744073709551615"),
                new WireValue.Float64(Double.NaN),
                new WireValue.Text(""),
                new WireValue.Text("A"),
                new WireValue.Text("connect"),
                new WireValue.Binary(Bytes.ofHex("")),
                new WireValue.Binary(Bytes.ofHex("00ff")),
                new WireValue.Extension((byte) 1, Bytes.ofHex("00")));
    }

    private static WireValue integer(String digits) {
        return new WireValue.Int(new BigInteger(digits));
    }
}
