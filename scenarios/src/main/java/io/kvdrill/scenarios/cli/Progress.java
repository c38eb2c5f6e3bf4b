package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunView;
import io.kvdrill.sim.trace.TraceEntry;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Says how far a run is, so that a long one does not look as if it hung: on a terminal in one line that is drawn over and
 * over, elsewhere, as in the log of a CI system, in a line of its own now and then.
 */
final class Progress implements RunObserver {
    private static final long REDRAWN_EVERY_NANOS = 200_000_000;
    private static final long SAID_EVERY_NANOS = 10_000_000_000L;
    private static final String ERASE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean terminal;
    private final String label;
    private final LongSupplier nanoTime;
    private final long started;
    private long last;
    private long entries;
    private boolean drawn;

    /**
     * The progress of a run that starts now.
     *
     * @param terminal whether a person sees each line as it is written
     * @param nanoTime the wall clock, as {@link System#nanoTime}
     */
    Progress(PrintWriter err, boolean terminal, String label, LongSupplier nanoTime) {
        this.err = err;
        this.terminal = terminal;
        this.label = label;
        this.nanoTime = nanoTime;
        this.started = nanoTime.getAsLong();
        this.last = started;
    }

    @Override
    public void onEntry(TraceEntry entry, RunView run) {
        entries++;
    }

    @Override
    public void onStepEnd(PeerView peer, RunView run) {
        at(run.nowNanos());
    }

    /** Says that the run is at a moment, if it is time to. */
    void at(long virtualNanos) {
        at(
                virtualNanos,
                () -> String.format(Locale.ROOT, "%,.0f entries/s", entries * 1e9 / (nanoTime.getAsLong() - started)));
    }

    /** The same, and how it goes. */
    void at(long nanos, Supplier<String> how) {
        long now = nanoTime.getAsLong();
        if (now - last < (terminal ? REDRAWN_EVERY_NANOS : SAID_EVERY_NANOS)) {
            return;
        }
        last = now;
        String text = label + "  at " + Texts.seconds(nanos / 1_000_000 * 1_000_000) + "  " + how.get();
        if (terminal) {
            drawn = true;
            err.print(ERASE + text);
        } else {
            err.println("kvdrill: " + text);
        }
        err.flush();
    }

    /** Takes the line away. */
    void done() {
        if (drawn) {
            err.print(ERASE);
            err.flush();
        }
    }
}
