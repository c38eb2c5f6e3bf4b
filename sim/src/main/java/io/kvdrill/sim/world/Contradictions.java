package io.kvdrill.sim.world;

import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.WorldValidation.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Finds expectations of one thing that no run can meet together. */
final class Contradictions {
    private final Problems problems;

    Contradictions(Problems problems) {
        this.problems = problems;
    }

    /**
     * Reports each expectation of a list that cannot be met beside an earlier one.
     *
     * @param breaks laws that are stated to break, too
     */
    void check(String path, List<Expectation> expectations, List<String> breaks) {
        Map<String, List<Expectation>> earlier = new LinkedHashMap<>();
        List<String> broken = new ArrayList<>(breaks);
        List<String> holding = new ArrayList<>();
        for (int i = 0; i < expectations.size(); i++) {
            Expectation expectation = expectations.get(i);
            String place = path + "[" + i + "]";
            List<Expectation> same = earlier.computeIfAbsent(expectation.subject(), subject -> new ArrayList<>());
            if (same.stream().anyMatch(other -> !together(other, expectation))) {
                problems.add(
                        place, "contradicts an earlier expectation of " + thing(expectation) + "; keep one of them");
            }
            same.add(expectation);
            laws(place, expectation, broken, holding);
        }
    }

    private void laws(String place, Expectation expectation, List<String> broken, List<String> holding) {
        if (expectation instanceof Expectation.LawBreaks breaks) {
            if (holding.contains(breaks.law())) {
                problems.add(place, breaks.law() + " is stated to hold, too; keep one of the two");
            }
            broken.add(breaks.law());
        } else if (expectation instanceof Expectation.LawsHold holds) {
            for (String law : holds.laws()) {
                if (broken.contains(law)) {
                    problems.add(place, law + " is stated to break, too; keep one of the two");
                }
            }
            holding.addAll(holds.laws());
        }
    }

    /** An expectation that no run can meet, whatever else is stated. */
    static boolean impossible(Expectation expectation) {
        return !together(expectation, expectation);
    }

    private static boolean together(Expectation one, Expectation other) {
        if (one instanceof Expectation.LoadEnds a && other instanceof Expectation.LoadEnds b) {
            return a.success() == b.success() && meet(a.span(), b.span());
        } else if (one instanceof Expectation.StoreEnds a && other instanceof Expectation.StoreEnds b) {
            return a.success() == b.success() && meet(a.span(), b.span());
        } else if (one instanceof Expectation.RequestFinishes a && other instanceof Expectation.RequestFinishes b) {
            return a.how() == b.how() && meet(a.span(), b.span());
        } else if (one instanceof Expectation.EngineCrashes a && other instanceof Expectation.EngineCrashes b) {
            return a.crashes() == b.crashes();
        } else if (one instanceof Expectation.Happens a && other instanceof Expectation.Happens b) {
            return meet(a.minTimes(), a.maxTimes(), b.minTimes(), b.maxTimes());
        } else if (one instanceof Expectation.HappensAfter a && other instanceof Expectation.HappensAfter b) {
            return !Objects.equals(a.since(), b.since()) || meet(a.span(), b.span());
        } else if (one instanceof Expectation.SessionsOpen a && other instanceof Expectation.SessionsOpen b) {
            return meet(a.min(), a.max(), b.min(), b.max());
        } else if (one instanceof Expectation.WorkloadWaits a && other instanceof Expectation.WorkloadWaits b) {
            return meet(a.span(), b.span());
        } else if (one instanceof Expectation.WorkloadFinishes a && other instanceof Expectation.WorkloadFinishes b) {
            return inOrder(a.atLeast(), b.atMost()) && inOrder(b.atLeast(), a.atMost());
        }
        return true;
    }

    private static boolean inOrder(@Nullable Portion least, @Nullable Portion most) {
        if (least instanceof Portion.Count a && most instanceof Portion.Count b) {
            return a.requests() <= b.requests();
        } else if (least instanceof Portion.Share a && most instanceof Portion.Share b) {
            return a.perTenThousand() <= b.perTenThousand();
        }
        return true;
    }

    private static boolean meet(Span one, Span other) {
        return meet(one.minNanos(), one.maxNanos(), other.minNanos(), other.maxNanos());
    }

    private static boolean meet(long min, long max, long otherMin, long otherMax) {
        return Math.max(min, otherMin) <= Math.min(max, otherMax);
    }

    private static String thing(Expectation expectation) {
        boolean event = expectation instanceof Expectation.Happens || expectation instanceof Expectation.HappensAfter;
        return event ? "the same event" : expectation.subject().strip();
    }
}
