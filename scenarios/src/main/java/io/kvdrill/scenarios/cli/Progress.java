package io.kvdrill.scenarios.cli;

import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.run.PeerView;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunView;
import io.kvdrill.sim.trace.TraceEntry;
import java.io.PrintWriter;
import java.util.Locale;

/** A line on the terminal that says how far a run is; nothing where nobody looks. */
final class Progress implements RunObserver {
    private static final long EVERY_NANOS = 200_000_000;
    private static final String ERASE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean shown;
    private final String label;
    private final long started = System.nanoTime();
    private long last = started;
    private long entries;
    private boolean drawn;

    Progress(PrintWriter err, boolean shown, String label) {
        this.err = err;
        this.shown = shown;
        this.label = label;
    }

    @Override
    public void onEntry(TraceEntry entry, RunView run) {
        entries++;
    }

    @Override
    public void onStepEnd(PeerView peer, RunView run) {
        if (!shown) {
            return;
        }
        long now = System.nanoTime();
        if (now - last >= EVERY_NANOS) {
            last = now;
            drawn = true;
            double seconds = (now - started) / 1e9;
            err.print(ERASE
                    + String.format(
                            Locale.ROOT,
                            "%s  at %s  %,.0f entries/s",
                            label,
                            Texts.seconds(run.nowNanos() / 1_000_000 * 1_000_000),
                            entries / seconds));
            err.flush();
        }
    }

    /** Takes the line away. */
    void done() {
        if (drawn) {
            err.print(ERASE);
            err.flush();
        }
    }
}
