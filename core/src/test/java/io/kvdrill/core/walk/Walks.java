package io.kvdrill.core.walk;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.transport.DataCapabilities;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Runs walks, and cuts those that fail down to what matters. */
final class Walks {
    private static final int PLENTY = 4000;

    private Walks() {}

    /** Runs a walk to its end; fails with the shortest walk found that breaks a law, too. */
    static void check(Profile profile, DataCapabilities capabilities, List<Op> ops) {
        if (failure(profile, capabilities, ops) == null) {
            return;
        }
        List<Op> shortest = shortened(ops, fewer -> failure(profile, capabilities, fewer) != null);
        Throwable failure = failure(profile, capabilities, shortest);
        throw new AssertionError(described(failure, shortest), failure);
    }

    /** A failure and the walk that leads to it, for people. */
    static String described(@Nullable Throwable failure, List<Op> walk) {
        StringBuilder text = new StringBuilder(String.valueOf(failure)).append(", by this walk:");
        walk.forEach(op -> text.append("\n  ").append(op));
        return text.toString();
    }

    /** What a walk breaks: a law, or the tier itself. Null if nothing. */
    static @Nullable Throwable failure(Profile profile, DataCapabilities capabilities, List<Op> ops) {
        Walk walk = new Walk(profile, capabilities);
        try {
            walk.run(ops);
            walk.comeToRest();
            return null;
        } catch (RuntimeException | AssertionError failure) {
            return failure;
        }
    }

    /** Leaves out runs of ops, longer ones first, for as long as the rest still fails. */
    static List<Op> shortened(List<Op> ops, Predicate<List<Op>> fails) {
        List<Op> shortest = ops;
        int tries = 0;
        for (int length = Math.max(1, ops.size() / 2); length >= 1; length /= 2) {
            boolean shorter = true;
            while (shorter) {
                shorter = false;
                for (int at = shortest.size() - length; at >= 0 && tries < PLENTY; at -= length) {
                    List<Op> fewer = new ArrayList<>(shortest.subList(0, at));
                    fewer.addAll(shortest.subList(at + length, shortest.size()));
                    tries++;
                    if (fails.test(fewer)) {
                        shortest = fewer;
                        shorter = true;
                    }
                }
            }
        }
        return shortest;
    }
}
