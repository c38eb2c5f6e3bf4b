package io.kvdrill.scenarios.search;

import io.kvdrill.scenarios.format.unit.Texts;
import java.io.PrintWriter;
import java.util.function.Consumer;

/** A line on the terminal that says how far a sweep is; nothing where nobody looks. */
public final class SweepProgress implements Consumer<SweepResult> {
    private static final long EVERY_NANOS = 200_000_000;
    private static final long SECOND = 1_000_000_000L;
    private static final String ERASE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean shown;
    private final String name;
    private final long most;
    private final long budgetNanos;
    private final long started = System.nanoTime();
    private long last = started;
    private long runsBefore = -1;
    private boolean drawn;

    /**
     * A line.
     *
     * @param most how many runs there will be; {@link Long#MAX_VALUE} if that is not known
     * @param budgetNanos how long it will take at most; {@link Long#MAX_VALUE} if that is not known
     */
    public SweepProgress(PrintWriter err, boolean shown, String name, long most, long budgetNanos) {
        this.err = err;
        this.shown = shown;
        this.name = name;
        this.most = most;
        this.budgetNanos = budgetNanos;
    }

    @Override
    public void accept(SweepResult result) {
        runsBefore = runsBefore < 0 ? result.runs() : runsBefore;
        long now = System.nanoTime();
        if (!shown || now - last < EVERY_NANOS) {
            return;
        }
        last = now;
        drawn = true;
        long perSecond = SweepLines.perSecond(result.runs() - runsBefore, now - started);
        StringBuilder line = new StringBuilder(ERASE).append(name).append("  ").append(SweepText.number(result.runs()));
        if (most < Long.MAX_VALUE) {
            line.append(" of ").append(SweepText.number(most));
        }
        line.append(" runs  ").append(SweepText.number(perSecond)).append(" runs/s  ");
        line.append(SweepText.number(result.failed())).append(" failed");
        long left = Math.min(
                most < Long.MAX_VALUE && perSecond > 0 ? (most - result.runs()) / perSecond : Long.MAX_VALUE,
                budgetNanos < Long.MAX_VALUE ? (budgetNanos - (now - started)) / SECOND : Long.MAX_VALUE);
        if (left < Long.MAX_VALUE / SECOND) {
            line.append("  ").append(Texts.duration(Math.max(0, left) * SECOND)).append(" left");
        }
        err.print(line);
        err.flush();
    }

    /** Takes the line away. */
    public void done() {
        if (drawn) {
            err.print(ERASE);
            err.flush();
        }
    }
}
