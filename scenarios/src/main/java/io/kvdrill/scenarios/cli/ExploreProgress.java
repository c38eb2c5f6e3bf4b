package io.kvdrill.scenarios.cli;

import io.kvdrill.sim.search.explore.Exploration;
import io.kvdrill.sim.search.explore.Explorer;
import java.util.Locale;

/** A line on the terminal that says how far an exploration is; nothing where nobody looks. */
final class ExploreProgress {
    private static final long EVERY_NANOS = 500_000_000;
    private static final String ERASE = "\r\u001b[K";

    private final Console console;
    private final long started;
    private long last;
    private boolean drawn;

    ExploreProgress(Console console, long started) {
        this.console = console;
        this.started = started;
        this.last = started;
    }

    /** Whether it is time to say something. */
    boolean due() {
        return console.errIsTerminal() && System.nanoTime() - last >= EVERY_NANOS;
    }

    void show(Explorer explorer) {
        if (!due()) {
            return;
        }
        Exploration exploration = explorer.result();
        last = System.nanoTime();
        drawn = true;
        int most = exploration.bounds().deviations();
        console.err()
                .print(ERASE
                        + String.format(
                                Locale.ROOT,
                                "%s: %,d states, %,d runs, %,.0f runs/s",
                                ExploreText.bound(most),
                                exploration.states(),
                                exploration.runs(),
                                exploration.runs() * 1e9 / (last - started)));
        console.err().flush();
    }

    void done() {
        if (drawn) {
            console.err().print(ERASE);
            console.err().flush();
        }
    }
}
