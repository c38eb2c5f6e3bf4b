package io.kvdrill.sim.world;

import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.WorldValidation.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds expectations that no run can meet together: of one thing, of one law, or of an event and a part of its
 * occurrences.
 */
final class Contradictions {
    /**
     * An expectation and its place.
     *
     * @param inherited whether it is stated elsewhere, for all profiles
     */
    private record Stated(String place, Expectation expectation, boolean inherited) {}

    private final Problems problems;

    Contradictions(Problems problems) {
        this.problems = problems;
    }

    /**
     * Reports each expectation that cannot be met beside an earlier one.
     *
     * @param before what is stated already, by place; contradictions among these are no business of this call
     * @param path where {@code expectations} are
     * @param breaks laws that are stated to break, too, by place
     */
    void check(
            Map<String, Expectation> before, String path, List<Expectation> expectations, Map<String, String> breaks) {
        Map<String, List<Stated>> bySubject = new LinkedHashMap<>();
        Map<String, List<Stated>> byEvent = new LinkedHashMap<>();
        StatedLaws laws = new StatedLaws(problems);
        before.forEach((place, expectation) -> {
            Stated stated = new Stated(place, expectation, true);
            of(bySubject, expectation.subject()).add(stated);
            of(byEvent, event(expectation)).add(stated);
            laws.before(place, expectation);
        });
        breaks.forEach(laws::breaks);
        for (int i = 0; i < expectations.size(); i++) {
            Stated stated = new Stated(path + "[" + i + "]", expectations.get(i), false);
            List<Stated> subject = of(bySubject, stated.expectation().subject());
            List<Stated> event = of(byEvent, event(stated.expectation()));
            if (!sameThing(subject, stated)) {
                part(event, stated);
            }
            subject.add(stated);
            event.add(stated);
            laws.add(stated.place(), stated.expectation());
        }
    }

    private static List<Stated> of(Map<String, List<Stated>> map, @Nullable String key) {
        return key == null ? new ArrayList<>() : map.computeIfAbsent(key, k -> new ArrayList<>());
    }

    private boolean sameThing(List<Stated> earlier, Stated stated) {
        for (Stated other : earlier) {
            if (!together(other.expectation(), stated.expectation())) {
                problems.add(
                        stated.place(),
                        "contradicts an earlier expectation of " + thing(stated.expectation()) + keepOne(other),
                        other.place());
                return true;
            }
        }
        return false;
    }

    private static String keepOne(Stated earlier) {
        return "; keep one of them" + (earlier.inherited() ? ", or drop the earlier one here" : "");
    }

    /** An event that happens seldom, and occurrences of it that happen more often. */
    private void part(List<Stated> earlier, Stated stated) {
        for (Stated other : earlier) {
            boolean partly = exceeds(stated.expectation(), other.expectation());
            if (partly || exceeds(other.expectation(), stated.expectation())) {
                Expectation some = partly ? stated.expectation() : other.expectation();
                Expectation all = partly ? other.expectation() : stated.expectation();
                problems.add(
                        stated.place(),
                        "contradicts an earlier expectation: " + words(all) + " " + atMost(most(all)) + ", but "
                                + words(some) + ", which is among that, must happen at least "
                                + Words.times(least(some)) + keepOne(other),
                        other.place());
                return;
            }
        }
    }

    private static boolean exceeds(Expectation part, Expectation whole) {
        Boundary some = boundary(part);
        Boundary all = boundary(whole);
        return some != null && all != null && least(part) > most(whole) && all.covers(some);
    }

    private static String words(Expectation expectation) {
        Boundary boundary = boundary(expectation);
        return boundary == null ? expectation.subject() : boundary.words();
    }

    private static String atMost(long count) {
        return count == 0 ? "must not happen" : "must happen at most " + Words.times(count);
    }

    private static @Nullable String event(Expectation expectation) {
        Boundary boundary = boundary(expectation);
        return boundary == null ? null : boundary.event();
    }

    private static @Nullable Boundary boundary(Expectation expectation) {
        if (expectation instanceof Expectation.Happens happens) {
            return happens.what();
        }
        return expectation instanceof Expectation.HappensAfter after ? after.what() : null;
    }

    private static long least(Expectation expectation) {
        return expectation instanceof Expectation.Happens happens
                ? happens.minTimes()
                : expectation instanceof Expectation.HappensAfter after ? after.nth() : 0;
    }

    private static long most(Expectation expectation) {
        return expectation instanceof Expectation.Happens happens ? happens.maxTimes() : Long.MAX_VALUE;
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
            return a.nth() != b.nth() || !Objects.equals(a.since(), b.since()) || meet(a.span(), b.span());
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
        return event(expectation) == null ? expectation.subject().strip() : "the same event";
    }
}
