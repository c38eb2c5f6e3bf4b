package io.kvdrill.sim.check;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The waits of one process that are under way. All waits of a kind have one length, so each kind is a list in order of
 * start and only its head is ever looked at; starting and ending one costs a look-up.
 */
final class Waits {

    /** One wait. */
    static final class Wait {
        final WaitKey key;
        final long job;
        final long round;
        final long sequence;
        final long limitNanos;
        long startNanos;

        private @Nullable Wait previous;
        private @Nullable Wait next;

        Wait(WaitKey key, long job, long round, long sequence, long startNanos, long limitNanos) {
            this.key = key;
            this.job = job;
            this.round = round;
            this.sequence = sequence;
            this.startNanos = startNanos;
            this.limitNanos = limitNanos;
        }
    }

    private static final class Ordered {
        @Nullable Wait first;

        @Nullable Wait last;
    }

    private final Map<WaitKey, Wait> byKey = new LinkedHashMap<>();
    private final Map<WaitKind, Ordered> byKind = new EnumMap<>(WaitKind.class);
    private final List<Ordered> kinds = new ArrayList<>();

    @Nullable Wait get(WaitKey key) {
        return byKey.get(key);
    }

    /** Starts a wait; one of this name that is under way is replaced. */
    void start(Wait wait) {
        Wait before = byKey.put(wait.key, wait);
        if (before != null) {
            unlink(before);
        }
        append(wait);
    }

    /** Lets a wait count from now on. */
    void restart(Wait wait, long nowNanos) {
        unlink(wait);
        wait.startNanos = nowNanos;
        append(wait);
    }

    /** Ends a wait; false if there is none. */
    boolean end(WaitKey key) {
        Wait wait = byKey.remove(key);
        if (wait == null) {
            return false;
        }
        unlink(wait);
        return true;
    }

    /** Ends all waits that match. Costs as much as there are waits. */
    void endAll(Predicate<WaitKey> matching) {
        List<WaitKey> ending = new ArrayList<>();
        for (WaitKey key : byKey.keySet()) {
            if (matching.test(key)) {
                ending.add(key);
            }
        }
        ending.forEach(this::end);
    }

    /** Shows the waits that are as old as their limit, those of a kind in order. */
    void overdue(long nowNanos, Consumer<Wait> taker) {
        for (Ordered kind : kinds) {
            Wait wait = kind.first;
            while (wait != null && nowNanos - wait.startNanos >= wait.limitNanos) {
                Wait next = wait.next;
                taker.accept(wait);
                wait = next;
            }
        }
    }

    /** Every wait under way. */
    List<Wait> all() {
        return new ArrayList<>(byKey.values());
    }

    private Ordered ordered(WaitKind kind) {
        Ordered known = byKind.get(kind);
        if (known == null) {
            known = new Ordered();
            byKind.put(kind, known);
            kinds.add(known);
        }
        return known;
    }

    private void append(Wait wait) {
        Ordered kind = ordered(wait.key.kind());
        wait.previous = kind.last;
        wait.next = null;
        if (kind.last == null) {
            kind.first = wait;
        } else {
            kind.last.next = wait;
        }
        kind.last = wait;
    }

    private void unlink(Wait wait) {
        Ordered kind = ordered(wait.key.kind());
        Wait previous = wait.previous;
        Wait next = wait.next;
        if (previous == null) {
            kind.first = next;
        } else {
            previous.next = next;
        }
        if (next == null) {
            kind.last = previous;
        } else {
            next.previous = previous;
        }
        wait.previous = null;
        wait.next = null;
    }
}
