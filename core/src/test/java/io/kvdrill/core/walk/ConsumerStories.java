package io.kvdrill.core.walk;

import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.transport.Registration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Ops that are several: they lead what we ask and load of a peer, and our session with it, to where old meets new. */
final class ConsumerStories {
    private ConsumerStories() {}

    private static RequestContext opened(Walk walk, RequestContext request) {
        walk.bench.open(request);
        walk.live.add(request);
        return request;
    }

    /** A request that asks a peer, which is up, for a block. */
    private static RequestContext asked(Walk walk, String peer, String id) {
        walk.ensureUp(peer);
        walk.bench.step();
        walk.bench.step();
        RequestContext request = opened(walk, Peers.symmetric(id, peer));
        walk.bench.lookup(request, "a");
        return request;
    }

    /** A request asks for the same block in two rounds, and the answer of the first comes once more in the second. */
    record AnsweredLate(String peer, String id) implements Op {
        @Override
        public void run(Walk walk) {
            RequestContext request = asked(walk, peer, id);
            walk.bench.scheduleEnd();
            long round = walk.askedRound(peer, id);
            walk.bench.receive(peer, Peers.answer(id, round, true, "a"));
            walk.bench.step();
            new Ops.LoadHits(walk.live.size() - 1).run(walk);
            walk.bench.lookup(request, "a");
            walk.bench.scheduleEnd();
            walk.bench.receive(peer, Peers.answer(id, round, true, "a"));
            walk.bench.step();
        }
    }

    /** A request loads, is done, and another one loads under the same id. */
    record LoadedAgain(String peer, String id, boolean well) implements Op {
        @Override
        public void run(Walk walk) {
            for (int time = 0; time < 2; time++) {
                new RoundStories.Loads(peer, id, 1).run(walk);
                new Ops.Answer(peer, well).run(walk);
                walk.bench.step();
            }
        }
    }

    /** A request asks for one block and loads another. */
    record LoadedUnasked(String peer, String id) implements Op {
        @Override
        public void run(Walk walk) {
            RequestContext request = asked(walk, peer, id);
            walk.bench.load(request, "b");
        }
    }

    /** A session dies in a call of the engine, and its peer connects before the next sweep. */
    record BackBeforeSwept(String peer) implements Op {
        @Override
        public void run(Walk walk) {
            walk.ensureUp(peer);
            walk.bench.step();
            walk.bench.step();
            walk.bench.control.failSends(peer, true);
            walk.bench.load(opened(walk, Peers.pd("A", peer)), "a");
            walk.bench.control.failSends(peer, false);
            walk.bench.receive(peer, Peers.connect(peer, walk.epoch(peer)));
            walk.bench.step();
        }
    }

    /** What goes wrong while a peer connects. */
    enum Failure {
        /** It cannot be registered. */
        REGISTRATION,
        /** Our acknowledgement does not leave. */
        ACKNOWLEDGEMENT
    }

    /** A peer connects, and something goes wrong. */
    record FailedConnect(String peer, Failure failure) implements Op {
        @Override
        public void run(Walk walk) {
            walk.bench.control.lose(peer);
            walk.bench.step();
            if (failure == Failure.REGISTRATION) {
                walk.bench.data.settleAs(peer, Registration.State.FAILED);
            } else { // our connect leaves, for we dial; what we say to the peer's does not
                opened(walk, Peers.pd("A", peer));
                walk.bench.control.failSends(peer, true);
            }
            walk.bench.receive(peer, Peers.connect(peer, walk.epoch(peer)));
            walk.bench.step();
            walk.bench.step();
            walk.bench.control.failSends(peer, false);
            walk.bench.data.settleAs(peer, Registration.State.READY);
        }
    }

    /** Rounds whose ends are taken for another's. */
    static Arbitrary<Op> again() {
        Arbitrary<String> id = Arbitraries.of("A", "B");
        return Arbitraries.oneOf(
                Combinators.combine(OpArbitraries.peer(), id).as(AnsweredLate::new),
                Combinators.combine(OpArbitraries.peer(), id, Arbitraries.of(true, false))
                        .as(LoadedAgain::new));
    }

    /** Loads of what was not asked for. */
    static Arbitrary<Op> unasked() {
        return Combinators.combine(OpArbitraries.peer(), Arbitraries.of("A", "B"))
                .as(LoadedUnasked::new);
    }

    /** Sessions that die, and peers that come back. */
    static Arbitrary<Op> connects() {
        return Arbitraries.frequencyOf(
                Tuple.of(1, OpArbitraries.peer().map(BackBeforeSwept::new)),
                Tuple.of(
                        1,
                        Combinators.combine(OpArbitraries.peer(), Arbitraries.of(Failure.class))
                                .as(FailedConnect::new)));
    }
}
