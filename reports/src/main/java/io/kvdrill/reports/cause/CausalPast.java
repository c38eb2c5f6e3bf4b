package io.kvdrill.reports.cause;

import io.kvdrill.core.trace.StoredEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** The entries that led to some, through messages, completions and calls, as far as they tell a reader something. */
public final class CausalPast {
    private static final int MOST_SEEN = 20_000;

    private CausalPast() {}

    /** The whole past of an entry, without itself, the latest first; of a very long one, the latest. */
    public static List<Long> before(Causes causes, long sequence) {
        List<Long> past = new ArrayList<>();
        TreeSet<Long> waiting = new TreeSet<>(causes.of(sequence));
        while (!waiting.isEmpty() && past.size() < MOST_SEEN) {
            Long one = waiting.pollLast();
            past.add(one);
            waiting.addAll(causes.of(one));
        }
        return past;
    }

    /**
     * The past of some entries, and they themselves, the earliest first.
     *
     * @param about the entries; those that there are not are ignored
     * @param most how many others at most: the latest are kept
     */
    public static List<Long> of(Causes causes, Collection<Long> about, int most) {
        TreeSet<Long> told = new TreeSet<>();
        for (long one : about) {
            if (one > 0 && one <= causes.size()) {
                told.add(one);
            }
        }
        if (told.isEmpty()) {
            return List.of();
        }
        TreeSet<Long> waiting = new TreeSet<>(told);
        // What kept away an answer that one of them waits for belongs to it.
        told.forEach(one -> waiting.addAll(causes.keptAway(one, told.last())));
        int seen = 0;
        int taken = 0;
        while (!waiting.isEmpty() && taken < most && seen++ < MOST_SEEN) {
            Long one = waiting.pollLast();
            StoredEntry entry = causes.entry(one);
            if (!Kinds.NOISE.contains(entry.kind()) && told.add(one)) {
                taken++;
            }
            waiting.addAll(causes.of(one));
        }
        return new ArrayList<>(told);
    }
}
