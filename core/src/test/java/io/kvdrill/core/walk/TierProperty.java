package io.kvdrill.core.walk;

import io.kvdrill.core.profile.Choices.Switch;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.LawBroken;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.TierFailure;
import io.kvdrill.core.transport.Registration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * What every walk over a tier must keep, one property each: the laws that it consists of, and walks that lead where it is
 * in danger.
 */
public enum TierProperty {
    /** Every load and store gets one result, every demand one end, every abort one acknowledgement. */
    ONE_RESULT_PER_JOB(Set.of("I1", "3", "10", "11", "45")) {
        @Override
        Arbitrary<Op> favoured() {
            return Arbitraries.oneOf(
                    closing(), Arbitraries.create(Ops.Drain::new), RoundStories.unwritten(), RoundStories.spokenInto());
        }
    },
    /** The same where peers are grouped by host, so that a session may be closed for another's sake. */
    ONE_RESULT_PER_JOB_OF_A_GROUP(Set.of("I1", "I3", "3", "10", "11", "45")) {
        @Override
        Arbitrary<Op> favoured() {
            return Arbitraries.oneOf(closing(), RoundStories.settled());
        }

        @Override
        Profile under(Profile profile) {
            return profile.with(Rows.GROUP_PEERS_BY_HOST, Switch.ON);
        }
    },
    /** No slot is released, read or called a hit that a write can still reach. */
    SLOTS_ARE_HELD_WHILE_A_WRITE_CAN_REACH_THEM(Set.of("I2", "I11", "5", "6", "7", "12", "16")) {
        @Override
        Arbitrary<Op> favoured() {
            return Arbitraries.oneOf(
                    closing(), edges(), RoundStories.ops(), RoundStories.streamed(), RoundStories.spokenInto());
        }
    },
    /** Every wait ends at its stated time, neither before nor after. */
    WAITS_END_AT_THEIR_TIME(Set.of("I3", "I10", "13", "49")) {
        @Override
        Arbitrary<Op> favoured() {
            return Arbitraries.oneOf(
                    edges(), edges(), RoundStories.ops(), RoundStories.streamed(), RoundStories.unwritten());
        }
    },
    /** An id whose stores expired neither parks nor binds while it is remembered. */
    REAPED_IDS_NEITHER_PARK_NOR_BIND(Set.of("22")) {
        @Override
        Arbitrary<Op> favoured() {
            return oneOf(List.of(
                    new Ops.Advance(60_000),
                    new Ops.Poll(),
                    new Ops.Store(0, 1),
                    new Ops.Step(),
                    new Ops.Advance(29_999)));
        }
    },
    /** What nobody fetches ends by a binding that is needed, expiry, rejection or shutdown, and by nothing else. */
    UNBOUND_STORES_END_FOR_A_REASON(Set.of("24", "26")) {
        @Override
        Arbitrary<Op> favoured() {
            return Arbitraries.oneOf(
                    oneOf(List.of(new Ops.Advance(59_999), new Ops.Advance(1), new Ops.Store(0, 1), new Ops.Finish(0))),
                    RoundStories.ops());
        }
    },
    /** Bindings, failed ids, epochs, sessions and slots return to their baseline. */
    EVERYTHING_RETURNS_TO_BASELINE(Set.of("I4", "I15", "14")) {
        @Override
        Arbitrary<Op> favoured() {
            return Arbitraries.oneOf(closing(), OpArbitraries.peer().map(Ops.Restart::new));
        }
    },
    /** A dead peer leaves nothing behind, and what was asked of it misses. */
    DEAD_PEERS_LEAVE_NOTHING_BEHIND(Set.of("I5", "21", "25", "29", "30", "35", "42", "43")) {
        @Override
        Arbitrary<Op> favoured() {
            return Arbitraries.oneOf(closing(), ConsumerStories.connects());
        }
    },
    /** With grouping, the death of a peer closes its host's sessions and nobody else's. */
    GROUPING_TOUCHES_ONE_HOST(Set.of("47")) {
        @Override
        Arbitrary<Op> favoured() {
            return closing();
        }

        @Override
        Profile under(Profile profile) {
            return profile.with(Rows.GROUP_PEERS_BY_HOST, Switch.ON);
        }
    },
    /** Messages, acknowledgements and answers of earlier lives and rounds change nothing. */
    WHAT_IS_OLDER_CHANGES_NOTHING(Set.of("I8", "17", "31", "46")) {
        @Override
        Arbitrary<Op> favoured() {
            Arbitrary<String> peer = OpArbitraries.peer();
            return Arbitraries.oneOf(
                    peer.map(Ops.Restart::new),
                    peer.map(Ops.Connect::new),
                    peer.map(Ops.Ack::new),
                    Combinators.combine(peer, Arbitraries.of(1, 2)).as(Ops.OldConnect::new),
                    peer.map(Ops.Lose::new),
                    Combinators.combine(
                                    Arbitraries.of("A", "B"),
                                    Arbitraries.longs().between(0, 3),
                                    peer)
                            .as((id, round, from) -> new Ops.Say(from, Peers.answer(id, round, true, "a"))),
                    Combinators.combine(Arbitraries.of(0, 1, 2), peer)
                            .as((request, from) -> new Ops.AskAndLoad(request, from, 1)),
                    ConsumerStories.again());
        }
    },
    /** Nothing that a peer sends, or fails to take, comes up to the engine, or leads writes astray. */
    NOTHING_REACHES_THE_ENGINE(Set.of("I12", "I7", "32")) {
        @Override
        Arbitrary<Op> favoured() {
            return Arbitraries.oneOf(
                    HostileOps.ops(OpArbitraries.peer()),
                    troubles(),
                    RoundStories.unwritten(),
                    ConsumerStories.connects(),
                    ConsumerStories.unasked());
        }
    };

    private final Set<String> laws;

    TierProperty(Set<String> laws) {
        this.laws = laws;
    }

    /** Ops that bring it into danger. */
    abstract Arbitrary<Op> favoured();

    /** The profile that it is judged under. */
    Profile under(Profile profile) {
        return profile;
    }

    /** Walks for this property: two ops in five are favoured. */
    Arbitrary<List<Op>> walks() {
        return OpArbitraries.walks(Arbitraries.frequencyOf(Tuple.of(3, OpArbitraries.ops()), Tuple.of(2, favoured())));
    }

    /** Whether a failure of a walk breaks this property. */
    boolean brokenBy(Throwable failure) {
        if (failure instanceof LawBroken broken) {
            return laws.contains(broken.law());
        }
        return laws.contains("I12") && failure instanceof TierFailure;
    }

    /**
     * The walk of a seed that breaks this property under a profile, cut down to what matters.
     *
     * @return the failure and the walk, or empty if the property holds
     */
    public Optional<String> brokenWalk(Profile profile, long seed) {
        List<Op> walk = walk(seed);
        Throwable failure = failureOf(profile, walk);
        if (failure == null) {
            return Optional.empty();
        }
        List<Op> shortest = Walks.shortened(walk, fewer -> failureOf(profile, fewer) != null);
        return Optional.of(Walks.described(failureOf(profile, shortest), shortest));
    }

    /** Whether the walk of a seed breaks this property under a profile. */
    public boolean isBroken(Profile profile, long seed) {
        return failureOf(profile, walk(seed)) != null;
    }

    private List<Op> walk(long seed) {
        return walks().generator(1000).next(new Random(seed)).value();
    }

    private @Nullable Throwable failureOf(Profile profile, List<Op> walk) {
        Throwable failure = Walks.failure(under(profile), TierBench.FENCING, walk);
        return failure != null && brokenBy(failure) ? failure : null;
    }

    private static Arbitrary<Op> oneOf(List<Op> ops) {
        return Arbitraries.of(ops);
    }

    private static Arbitrary<Op> edges() {
        return Arbitraries.of(-1, 0, 0, 1).map(Ops.ToDeadline::new);
    }

    private static Arbitrary<Op> closing() {
        return Arbitraries.oneOf(
                OpArbitraries.peer().map(Ops.Lose::new),
                OpArbitraries.peer().map(peer -> new Ops.Say(peer, new Message.Disconnect())),
                Combinators.combine(OpArbitraries.peer(), Arbitraries.of("A", "B"))
                        .as((peer, id) -> new Ops.Say(peer, Peers.terminal(id, 1))),
                Arbitraries.create(Ops.Poll::new));
    }

    private static Arbitrary<Op> troubles() {
        return Arbitraries.oneOf(
                Combinators.combine(
                                Arbitraries.of(Ops.Trouble.class), OpArbitraries.peer(), Arbitraries.of(true, false))
                        .as(Ops.Hurt::new),
                Combinators.combine(
                                OpArbitraries.peer(),
                                Arbitraries.of(Registration.State.FAILED, Registration.State.REJECTED))
                        .as(Ops.Register::new));
    }
}
