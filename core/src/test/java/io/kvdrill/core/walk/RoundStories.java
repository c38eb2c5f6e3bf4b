package io.kvdrill.core.walk;

import io.kvdrill.core.testkit.Jobs;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Ops that are several: they lead a round to where its end is in doubt. */
final class RoundStories {
    private RoundStories() {}

    /** A producer stores, and a peer fetches: a write is under way. */
    record Served(String peer, String id, int keys) implements Op {
        @Override
        public void run(Walk walk) {
            RequestContext producer = Peers.producer(id);
            walk.bench.open(producer);
            walk.live.add(producer);
            walk.bench.store(producer, Ops.named(keys));
            new Ops.Fetch(peer, id, 1, keys).run(walk);
            walk.bench.step();
        }
    }

    /** A peer looks up what the cache has, and fetches it: a write from pins is under way. */
    record LookedUp(String peer, String id, int keys) implements Op {
        @Override
        public void run(Walk walk) {
            for (String key : Ops.named(keys)) {
                walk.bench.parent.set(Jobs.key(key), LookupOutcome.HIT);
            }
            new Ops.Lookup(peer, id, 1, keys).run(walk);
            walk.bench.step();
            new Ops.FetchLooked(peer, id, keys).run(walk);
            walk.bench.step();
        }
    }

    /** A request loads from a peer that is up. */
    record Loads(String peer, String id, int keys) implements Op {
        @Override
        public void run(Walk walk) {
            walk.ensureUp(peer);
            walk.bench.step();
            RequestContext consumer = Peers.pd(id, peer);
            walk.bench.open(consumer);
            walk.live.add(consumer);
            walk.bench.load(consumer, Ops.named(keys));
        }
    }

    /** A peer waits for several blocks, which come one after the other: one round, several writes. */
    record Streamed(String peer, String id) implements Op {
        @Override
        public void run(Walk walk) {
            new Ops.Fetch(peer, id, 1, 3).run(walk);
            walk.bench.step();
            RequestContext producer = Peers.producer(id);
            walk.bench.open(producer);
            walk.live.add(producer);
            walk.bench.store(producer, Ops.named(1));
            walk.bench.store(producer, Ops.named(2));
        }
    }

    /** What a peer may still say about a round that is being written. */
    enum Word {
        /** It gives the round up. */
        ABORT,
        /** It gives the round up, and fetches it again. */
        ABORT_AND_FETCH,
        /** It wants nothing more of the request. */
        TERMINAL
    }

    /** A write runs, and the peer changes its mind. */
    record SpokenInto(Op written, String peer, String id, Word word) implements Op {
        @Override
        public void run(Walk walk) {
            written.run(walk);
            if (word == Word.TERMINAL) {
                walk.bench.receive(peer, Peers.terminal(id, walk.round(peer, id, 1)));
            } else {
                walk.bench.receive(peer, Peers.abort(id, walk.round(peer, id, 0)));
                if (word == Word.ABORT_AND_FETCH) {
                    new Ops.Fetch(peer, id, 0, 2).run(walk);
                }
            }
            walk.bench.step();
        }
    }

    /** A request that consumes and produces ends while what it does not have is demanded. */
    record Combined(String peer, String id) implements Op {
        @Override
        public void run(Walk walk) {
            RequestContext both = Peers.combined(id, peer, id + "2");
            walk.ensureUp(peer);
            walk.bench.step();
            walk.bench.open(both);
            new Ops.Fetch(peer, id + "2", 1, 8).run(walk);
            walk.bench.step();
            walk.bench.finish(both);
            walk.bench.step();
        }
    }

    /** A peer fetches a block twice at once. */
    record Doubled(String peer, String id) implements Op {
        @Override
        public void run(Walk walk) {
            walk.ensureUp(peer);
            RequestContext producer = Peers.producer(id);
            walk.bench.open(producer);
            walk.live.add(producer);
            walk.bench.store(producer, "a");
            walk.bench.receive(peer, Peers.fetch(id, walk.round(peer, id, 1), walk.freshSlots(2), "a", "a"));
            walk.bench.step();
        }
    }

    /** A peer fetches together with its lookup, before anybody knows what is there. */
    record Overtaking(String peer, String id, int keys) implements Op {
        @Override
        public void run(Walk walk) {
            walk.ensureUp(peer);
            walk.bench.step();
            new Ops.Lookup(peer, id, 1, keys).run(walk);
            new Ops.FetchLooked(peer, id, keys).run(walk);
            walk.bench.step();
        }
    }

    /** A producer finishes before its peer fetches, and the peer wants more than there is. */
    record Outlived(String peer, String id) implements Op {
        @Override
        public void run(Walk walk) {
            RequestContext producer = Peers.producer(id);
            walk.bench.open(producer);
            walk.bench.store(producer, "a");
            walk.bench.finish(producer);
            new Ops.Fetch(peer, id, 1, 9).run(walk);
            walk.bench.step();
        }
    }

    /** Writes to a peer throw when it fetches what is stored. */
    record Thrown(String peer, String id) implements Op {
        @Override
        public void run(Walk walk) {
            new Served(peer, id, 1).run(walk);
            walk.bench.data.throwOnWrite(peer, true);
            new Served(peer, id, 2).run(walk);
            new LookedUp(peer, id, 4).run(walk);
            walk.bench.data.throwOnWrite(peer, false);
        }
    }

    /** Something is stored, fetched and refused in the sweep in which a session of that host is lost. */
    record Settled(String peer, String sibling, String id) implements Op {
        @Override
        public void run(Walk walk) {
            walk.ensureUp(peer);
            walk.ensureUp(sibling);
            walk.bench.step();
            walk.bench.step();
            RequestContext producer = Peers.producer(id);
            walk.bench.open(producer);
            walk.live.add(producer);
            walk.bench.store(producer, "a");
            walk.bench.data.refuseWrites(peer, true);
            new Ops.Fetch(peer, id, 1, 1).run(walk);
            walk.bench.control.lose(sibling);
            walk.bench.step();
            walk.bench.data.refuseWrites(peer, false);
        }
    }

    /** What leads a round to where its end is in doubt. */
    static Arbitrary<Op> ops() {
        Arbitrary<String> id = Arbitraries.of("A", "B");
        Arbitrary<Integer> keys = Arbitraries.of(1, 2, 3);
        return Arbitraries.oneOf(
                Combinators.combine(OpArbitraries.peer(), id, keys).as(Served::new),
                Combinators.combine(OpArbitraries.peer(), id, keys).as(LookedUp::new),
                Combinators.combine(OpArbitraries.peer(), id, keys).as(Loads::new));
    }

    /** Writes under way, into which peers speak. */
    static Arbitrary<Op> spokenInto() {
        return Combinators.combine(
                        OpArbitraries.peer(),
                        Arbitraries.of("A", "B"),
                        Arbitraries.of(Word.class),
                        Arbitraries.of(0, 1, 2))
                .as((peer, id, word, kind) -> {
                    Op written = switch (kind) {
                        case 0 -> new Served(peer, id, 3);
                        case 1 -> new LookedUp(peer, id, 3);
                        default -> new Streamed(peer, id);
                    };
                    return new SpokenInto(written, peer, id, word);
                });
    }

    /** Rounds of several writes. */
    static Arbitrary<Op> streamed() {
        return Combinators.combine(OpArbitraries.peer(), Arbitraries.of("A", "B"))
                .as(Streamed::new);
    }

    /** Rounds that do not end by being written. */
    static Arbitrary<Op> unwritten() {
        Arbitrary<String> peer = OpArbitraries.peer();
        Arbitrary<String> id = Arbitraries.of("A", "B");
        return Arbitraries.oneOf(
                Combinators.combine(peer, id).as(Doubled::new),
                Combinators.combine(peer, id).as(Thrown::new),
                Combinators.combine(peer, id, Arbitraries.of(1, 2, 3)).as(Overtaking::new),
                Combinators.combine(peer, Arbitraries.of("A", "B", "C", "D")).as(Outlived::new),
                Combinators.combine(peer, id).as(Combined::new));
    }

    /** Results that come together with the loss of a session of the host. */
    static Arbitrary<Op> settled() {
        return Combinators.combine(Arbitraries.of(true, false), Arbitraries.of("A", "B"))
                .as((first, id) -> new Settled(first ? "h1:1" : "h1:2", first ? "h1:2" : "h1:1", id));
    }
}
