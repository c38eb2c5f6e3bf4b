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

    static Arbitrary<Op> ops() {
        Arbitrary<String> id = Arbitraries.of("A", "B");
        Arbitrary<Integer> keys = Arbitraries.of(1, 2, 3);
        return Arbitraries.oneOf(
                Combinators.combine(OpArbitraries.peer(), id, keys).as(Served::new),
                Combinators.combine(OpArbitraries.peer(), id, keys).as(LookedUp::new),
                Combinators.combine(OpArbitraries.peer(), id, keys).as(Loads::new));
    }
}
