package io.kvdrill.sim.check;

import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks one law, or a part of it, as a run goes on. Keeps an account of how often it looked, and how often there was
 * something to lose. Its memory follows the work that is under way.
 */
abstract class LawChecker {
    /** Violations that are kept; the others are counted. */
    private static final int MOST_KEPT = 50;

    private final Law law;
    private final List<Integer> statements;
    private final List<Violation> violations = new ArrayList<>();
    private final List<PerSite<?>> lives = new ArrayList<>();
    private @Nullable Board board;
    private long checked;
    private long atStake;
    private long notKept;

    /**
     * A checker that has seen nothing.
     *
     * @param statements the numbers of the statements of invariants.md that it covers
     */
    LawChecker(Law law, Integer... statements) {
        this.law = law;
        this.statements = Collections.unmodifiableList(new ArrayList<>(new TreeSet<>(List.of(statements))));
    }

    final Law law() {
        return law;
    }

    /** The statements of invariants.md that it covers. */
    final List<Integer> statements() {
        return statements;
    }

    final long checked() {
        return checked;
    }

    final long atStake() {
        return atStake;
    }

    /** What was found, the earliest first. */
    final List<Violation> violations() {
        return Collections.unmodifiableList(violations);
    }

    /** How many more violations there were than are kept. */
    final long notKept() {
        return notKept;
    }

    final Board board() {
        if (board == null) {
            throw new IllegalStateException(getClass().getSimpleName() + " has not been started");
        }
        return board;
    }

    /** The run begins. */
    final void start(Board newBoard, Listeners listeners) {
        board = newBoard;
        listen(listeners);
    }

    /** Asks for the events that it looks at. */
    abstract void listen(Listeners listeners);

    /** A step of a peer has ended. */
    void onStepEnd(Site site) {}

    /** A process is dead. */
    final void died(Site site) {
        onDeath(site);
        lives.forEach(kept -> kept.reset(site));
    }

    /** A process is dead; what was kept {@link #perLife} is forgotten after this. */
    void onDeath(Site site) {}

    /**
     * The run has come to its end; not called where a cap or a livelock cut it.
     *
     * @param quiescent whether nothing was left to do, so that nothing may be open
     */
    void onEnd(boolean quiescent) {}

    // ---- for subclasses ------------------------------------------------------------------------------------------

    /** Something for each process, which is gone with it. */
    final <T> PerSite<T> perLife(Function<Site, T> maker) {
        PerSite<T> made = new PerSite<>(maker);
        lives.add(made);
        return made;
    }

    /** It has looked once. */
    final void checked(boolean premiseHeld) {
        checked++;
        if (premiseHeld) {
            atStake++;
        }
    }

    /** Begins a violation at a peer; {@link Finding#says} ends it. */
    final Finding broken(Site site) {
        return new Finding(site);
    }

    /** What is known of a violation. */
    final class Finding {
        private final List<String> peers = new ArrayList<>();
        private final List<Long> known = new ArrayList<>();
        private int statement;
        private String request = "";
        private long job = -1;
        private long round = -1;

        private Finding(Site site) {
            if (!site.id.isEmpty()) {
                peers.add(site.id);
            }
        }

        /** Another peer that it is about. */
        Finding with(String peer) {
            if (!peer.isEmpty() && !peers.contains(peer)) {
                peers.add(peer);
            }
            return this;
        }

        /** The numbered statement that is meant. */
        Finding statement(int number) {
            statement = number;
            return this;
        }

        Finding request(String id) {
            request = id;
            return this;
        }

        Finding job(long id) {
            job = id;
            return this;
        }

        Finding round(long number) {
            round = number;
            return this;
        }

        /** An earlier entry that belongs to it. */
        Finding since(long sequence) {
            known.add(sequence);
            return this;
        }

        /** Earlier entries that belong to it. */
        Finding since(List<Long> sequences) {
            known.addAll(sequences);
            return this;
        }

        /** Records the violation, with this sentence. */
        void says(String what) {
            if (violations.size() >= MOST_KEPT) {
                notKept++;
                return;
            }
            TraceEntry entry = board().current();
            long sequence = entry == null ? 0 : entry.sequence();
            if (sequence > 0) {
                known.add(sequence);
            }
            violations.add(new Violation(
                    law.code(),
                    statement,
                    board().nowNanos(),
                    peers,
                    request,
                    job,
                    round,
                    what,
                    known.stream().filter(one -> one > 0).sorted().distinct().toList()));
        }
    }

    /** A number of nanoseconds for people. */
    static String time(long nanos) {
        if (Math.abs(nanos) < 1_000_000) {
            return nanos + " ns";
        }
        long millis = nanos / 1_000_000;
        return millis % 1_000 == 0 ? millis / 1_000 + " s" : millis + " ms";
    }

    /** A round for people. */
    static String number(long unsigned) {
        return Long.toUnsignedString(unsigned);
    }
}
