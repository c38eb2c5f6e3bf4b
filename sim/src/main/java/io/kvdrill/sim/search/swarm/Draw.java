package io.kvdrill.sim.search.swarm;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row.TimeRow;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.world.PeerSpec;
import java.util.ArrayList;
import java.util.List;

/** What the parts of one drawing share. Each part has its own stream of chance, so that none moves another. */
final class Draw {
    static final long MILLI = 1_000_000L;
    static final long SECOND = 1_000 * MILLI;

    final SwarmGrammar grammar;
    final FeatureMask mask;
    final Profile profile;
    /** Rows that set deadlines under this profile. */
    final List<TimeRow> deadlines;

    final List<PeerSpec> peers = new ArrayList<>();
    /** One way of a small message between most peers. */
    long controlDelayNanos;
    /** What the write of a block takes between most peers. */
    long blockNanos;
    /** Requests come until about this time. */
    final long horizonNanos;
    /** Requests before the world heals: r0, r1, and so on. */
    final int requests;
    /** When the work begins. */
    long beginNanos;

    private final RandomStreams streams;

    Draw(SwarmGrammar grammar, FeatureMask mask, Profile profile, List<TimeRow> deadlineRows, RandomStreams streams) {
        this.grammar = grammar;
        this.mask = mask;
        this.profile = profile;
        this.streams = streams;
        this.deadlines = deadlineRows.stream()
                .filter(row -> profile.nanos(row) != Profile.NO_LIMIT)
                .toList();
        this.horizonNanos = dice("horizon").any(100 * MILLI, 2 * SECOND, 40 * SECOND);
        Dice count = dice("count");
        this.requests = Math.min(grammar.maxRequests(), count.between(1, count.any(2, 4, 8)));
    }

    boolean has(Feature feature) {
        return mask.has(feature);
    }

    Dice dice(String part) {
        return Swarm.dice(streams, part);
    }

    String peer(Dice dice) {
        return dice.any(peers).name();
    }

    /** Another peer; there must be two. */
    String peerBut(Dice dice, String one) {
        String other = peer(dice);
        while (other.equals(one)) {
            other = peer(dice);
        }
        return other;
    }

    /** The length of a deadline, or a nanosecond from it. */
    long deadlineLength(Dice dice) {
        return Math.max(1, profile.nanos(dice.any(deadlines)) + dice.between(-1, 1));
    }

    /** A length of time: with {@link Feature#EDGES} often that of a deadline. */
    long length(Dice dice, long min, long max) {
        if (has(Feature.EDGES) && !deadlines.isEmpty() && dice.oneIn(3)) {
            return Math.max(min, Math.min(max, deadlineLength(dice)));
        }
        return dice.magnitude(min, max);
    }
}
