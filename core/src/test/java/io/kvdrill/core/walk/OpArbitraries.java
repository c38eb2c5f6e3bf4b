package io.kvdrill.core.walk;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Ops, the usual ones often enough that walks get somewhere. */
final class OpArbitraries {
    private OpArbitraries() {}

    /** Walks of up to 100 ops; most of them start warm. */
    static Arbitrary<List<Op>> walks(Arbitrary<Op> ops) {
        return Combinators.combine(
                        Arbitraries.frequency(Tuple.of(4, true), Tuple.of(1, false)),
                        ops.list().ofMaxSize(100))
                .as((warm, rest) -> {
                    List<Op> walk = new ArrayList<>();
                    if (warm) {
                        walk.add(new Ops.WarmUp());
                    }
                    walk.addAll(rest);
                    return walk;
                });
    }

    static Arbitrary<Op> ops() {
        return Arbitraries.frequencyOf(
                Tuple.of(30, engine()), Tuple.of(8, time()), Tuple.of(36, peers()), Tuple.of(14, transports()));
    }

    private static Arbitrary<Op> engine() {
        Arbitrary<Integer> request = Arbitraries.integers().between(0, 3);
        return Arbitraries.frequencyOf(
                Tuple.of(
                        6,
                        Combinators.combine(Arbitraries.of(Ops.Role.class), peer(), id())
                                .as(Ops.Open::new)),
                Tuple.of(2, request.map(Ops.Finish::new)),
                Tuple.of(3, Combinators.combine(request, keys()).as(Ops.Look::new)),
                Tuple.of(4, request.map(Ops.LoadHits::new)),
                Tuple.of(5, Combinators.combine(request, peer(), keys()).as(Ops.AskAndLoad::new)),
                Tuple.of(1, Combinators.combine(request, keys()).as(Ops.Load::new)),
                Tuple.of(10, Combinators.combine(request, keys()).as(Ops.Store::new)),
                Tuple.of(6, Arbitraries.create(Ops.Step::new)),
                Tuple.of(2, Arbitraries.create(Ops.Poll::new)),
                Tuple.of(1, Arbitraries.create(Ops.Serve::new)),
                Tuple.of(1, Arbitraries.create(Ops.EndStep::new)),
                Tuple.of(1, Arbitraries.create(Ops.Drain::new)),
                Tuple.of(
                        2,
                        Combinators.combine(Arbitraries.of(Walk.KEYS), Arbitraries.of(LookupOutcome.class))
                                .as(Ops.Cache::new)));
    }

    private static Arbitrary<Op> time() {
        return Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.of(1L, 100L, 1_000L, 5_000L).map(Ops.Advance::new)),
                Tuple.of(6, Arbitraries.of(0, -1, 1).map(Ops.ToDeadline::new)),
                Tuple.of(3, Arbitraries.of(1L, 1_000L, 10_000_000L).map(Ops.Idle::new)));
    }

    private static Arbitrary<Op> peers() {
        Arbitrary<Integer> step = Arbitraries.frequency(Tuple.of(1, 0), Tuple.of(8, 1), Tuple.of(1, -1));
        Arbitrary<Integer> same = Arbitraries.frequency(Tuple.of(8, 0), Tuple.of(1, 1), Tuple.of(1, -1));
        return Arbitraries.frequencyOf(
                Tuple.of(3, peer().map(Ops.Up::new)),
                Tuple.of(1, peer().map(Ops.Connect::new)),
                Tuple.of(
                        1,
                        Combinators.combine(peer(), Arbitraries.integers().between(0, 2))
                                .as(Ops.OldConnect::new)),
                Tuple.of(1, peer().map(Ops.Ack::new)),
                Tuple.of(1, peer().map(Ops.Restart::new)),
                Tuple.of(12, Combinators.combine(peer(), id(), step, keys()).as(Ops.Fetch::new)),
                Tuple.of(8, Combinators.combine(peer(), id(), keys()).as(Ops.FetchLooked::new)),
                Tuple.of(8, Combinators.combine(peer(), id(), step, keys()).as(Ops.Lookup::new)),
                Tuple.of(6, Combinators.combine(peer(), id(), same).as(Ops.Abort::new)),
                Tuple.of(
                        8,
                        Combinators.combine(peer(), Arbitraries.of(true, false)).as(Ops.Answer::new)),
                Tuple.of(2, Combinators.combine(peer(), sayings()).as(Ops.Say::new)));
    }

    private static Arbitrary<Message> sayings() {
        Arbitrary<Long> round = Arbitraries.longs().between(0, 2);
        return Arbitraries.oneOf(
                Arbitraries.just(new Message.Disconnect()),
                Combinators.combine(id(), round).as(Peers::aborted),
                Combinators.combine(id(), round, Arbitraries.of(true, false)).as(Peers::done),
                Combinators.combine(id(), round, Arbitraries.of(true, false), Arbitraries.of(Walk.KEYS))
                        .as(Peers::answer),
                Combinators.combine(id(), round).as(Peers::terminal));
    }

    private static Arbitrary<Op> transports() {
        return Arbitraries.frequencyOf(
                Tuple.of(2, peer().map(Ops.Lose::new)),
                Tuple.of(
                        10,
                        Combinators.combine(
                                        Arbitraries.integers().between(0, 3),
                                        Arbitraries.frequency(Tuple.of(3, true), Tuple.of(1, false)))
                                .as(Ops.EndWrite::new)),
                Tuple.of(
                        2,
                        Combinators.combine(
                                        Arbitraries.of(Ops.Trouble.class), peer(), Arbitraries.of(true, false, false))
                                .as(Ops.Hurt::new)),
                Tuple.of(
                        1,
                        Combinators.combine(
                                        peer(),
                                        Arbitraries.of(
                                                Registration.State.READY,
                                                Registration.State.READY,
                                                Registration.State.PENDING,
                                                Registration.State.REJECTED,
                                                Registration.State.FAILED))
                                .as(Ops.Register::new)));
    }

    static Arbitrary<String> peer() {
        return Arbitraries.frequency(
                Tuple.of(5, Walk.PEERS.get(0)),
                Tuple.of(3, Walk.PEERS.get(1)),
                Tuple.of(1, Walk.PEERS.get(2)),
                Tuple.of(1, Walk.PEERS.get(3)));
    }

    private static Arbitrary<String> id() {
        return Arbitraries.frequency(Tuple.of(8, "A"), Tuple.of(2, "B"), Tuple.of(1, "A2"));
    }

    private static Arbitrary<Integer> keys() {
        Arbitrary<Integer> few = Arbitraries.integers().between(1, 3);
        return Arbitraries.frequencyOf(
                Tuple.of(9, few), Tuple.of(1, Arbitraries.integers().between(1, (1 << Walk.KEYS.size()) - 1)));
    }
}
