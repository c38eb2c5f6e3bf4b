package io.kvdrill.core.walk;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.testkit.TierBench;
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

    /** The walks are not alike. */
    private static final class Unlike extends AssertionError {
        private static final long serialVersionUID = 1L;

        Unlike(AssertionError difference) {
            super(difference.getMessage(), difference);
        }
    }

    private TwinWalks() {}

    /** Runs both to their end; fails with the shortest walk found that tells them apart, or breaks a law. */
    static void check(Profile profile, List<Op> ops, Supplier<Judge> judges) {
        Predicate<List<Op>> fails = walk -> failure(profile, walk, judges) != null;
        if (fails.test(ops)) {
            List<Op> shortest = Walks.shortened(ops, fails);
            throw new AssertionError(Walks.described(failure(profile, shortest, judges), shortest));
        }
    }

    /** The first seed, of so many, whose walk tells the two apart; empty if none does. Broken laws do not count. */
    static Optional<Long> firstDifference(
            Profile profile, Arbitrary<List<Op>> walks, int seeds, Supplier<Judge> judges) {
        RandomGenerator<List<Op>> generator = walks.generator(1000);
        for (long seed = 0; seed < seeds; seed++) {
            List<Op> walk = generator.next(new Random(seed)).value();
            if (failure(profile, walk, judges) instanceof Unlike) {
                return Optional.of(seed);
            }
        }
        return Optional.empty();
    }

    private static @Nullable Throwable failure(Profile profile, List<Op> ops, Supplier<Judge> judges) {
        Walk first = new Walk(profile, TierBench.FENCING);
        Walk second = new Walk(profile, TierBench.FENCING);
        second.second = true;
        Judge judge = judges.get();
        try {
            for (Op op : ops) {
                op.run(first);
                op.run(second);
                compare(() -> judge.compare(first, second));
            }
            compare(() -> judge.compareAtEnd(first, second));
            first.comeToRest();
            second.comeToRest();
            return null;
        } catch (RuntimeException | AssertionError failure) {
            return failure;
        }
    }

    private static void compare(Runnable comparison) {
        try {
            comparison.run();
        } catch (AssertionError difference) {
            throw new Unlike(difference);
        }
    }
}
