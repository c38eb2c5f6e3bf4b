package io.kvdrill.scenarios.format.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong, so that a person hears of several mistakes at once. */
public final class Problems {
    /** Enough to work on; the rest is counted. */
    private static final int MOST = 200;

    private final List<Problem> found = new ArrayList<>();

    /** Adds a problem with nothing to suggest. */
    public void add(Span span, String message) {
        add(span, message, "");
    }

    /** Adds a problem with what to write instead. */
    public void add(Span span, String message, String help) {
        Problem problem = new Problem(span, message, help);
        if (found.size() < MOST && !found.contains(problem)) {
            found.add(problem);
        }
    }

    /** Whether nothing is wrong so far. */
    public boolean isEmpty() {
        return found.isEmpty();
    }

    /** How many were found. */
    public int count() {
        return found.size();
    }

    /** What was found, texts in the order in which they were met, each from top to bottom. */
    public List<Problem> sorted() {
        List<Source> order =
                found.stream().map(p -> p.span().source()).distinct().toList();
        return found.stream()
                .sorted(Comparator.<Problem>comparingInt(
                                p -> order.indexOf(p.span().source()))
                        .thenComparing(Problem::span))
                .toList();
    }

    /**
     * Ends an attempt to read something.
     *
     * @throws InvalidInputException if anything is wrong
     */
    public void throwIfAny() {
        if (!found.isEmpty()) {
            throw new InvalidInputException(sorted());
        }
    }
}
