package io.kvdrill.core.walk;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.testkit.LawBroken;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.TierFailure;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.Supplier;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Two walks in lock step, which differ in what their ops make of {@link Walk#second}, and what must be equal after each. */
final class TwinWalks {

    /** Compares two walks; it fails with an {@link AssertionError} where they are not alike. */
    interface Judge {
        /** After an op. */
        void compare(Walk first, Walk second);

        /** Once they are over, and before they come to rest. */
        void compareAtEnd(Walk first, Walk second);
    }

    private TwinWalks() {}

    /** Runs both to their end; fails with the shortest walk found that tells them apart. Laws are judged elsewhere. */
    static void check(Profile profile, List<Op> ops, Supplier<Judge> judges) {
        Predicate<List<Op>> fails = walk -> difference(profile, walk, judges) != null;
        if (fails.test(ops)) {
            List<Op> shortest = Walks.shortened(ops, fails);
            throw new AssertionError(Walks.described(difference(profile, shortest, judges), shortest));
        }
    }

    /** The first seed, of so many, whose walk tells the two apart; empty if none does. */
    static Optional<Long> firstDifference(
            Profile profile, Arbitrary<List<Op>> walks, int seeds, Supplier<Judge> judges) {
        RandomGenerator<List<Op>> generator = walks.generator(1000);
        for (long seed = 0; seed < seeds; seed++) {
            List<Op> walk = generator.next(new Random(seed)).value();
            if (difference(profile, walk, judges) != null) {
                return Optional.of(seed);
            }
        }
        return Optional.empty();
    }

    private static @Nullable AssertionError difference(Profile profile, List<Op> ops, Supplier<Judge> judges) {
        Walk first = new Walk(profile, TierBench.FENCING);
        Walk second = new Walk(profile, TierBench.FENCING);
        second.second = true;
        // Which write is meant must not depend on whether an older life's has ended.
        first.mayEnd = write -> !OlderOps.old(write);
        second.mayEnd = first.mayEnd;
        Judge judge = judges.get();
        for (Op op : ops) {
            if (!runs(op, first) || !runs(op, second)) {
                return null;
            }
            AssertionError difference = difference(() -> judge.compare(first, second));
            if (difference != null) {
                return difference;
            }
        }
        return difference(() -> judge.compareAtEnd(first, second));
    }

    /** Whether the walk goes on after this op: where it breaks a law, others judge it. */
    private static boolean runs(Op op, Walk walk) {
        try {
            op.run(walk);
            return true;
        } catch (LawBroken | TierFailure broken) {
            return false;
        }
    }

    private static @Nullable AssertionError difference(Runnable comparison) {
        try {
            comparison.run();
            return null;
        } catch (AssertionError difference) {
            return difference;
        }
    }
}
