package io.kvdrill.sim.check;

import io.kvdrill.sim.run.PeerView;
import org.jspecify.annotations.Nullable;

/** One peer of the run, with what all checkers need to know of it. */
final class Site {
    /** Place among the peers of the run; −1 for the world itself. */
    final int index;

    final String id;
    private final @Nullable PeerView view;

    /** The life it is in, or was in last; 0 before the first. */
    int life;

    boolean alive;
    /** Place in the trace of the start of this life. */
    long bornSequence;
    /** The highest number of a frame that was sent before this life; older lives sent only such. */
    long frameMark;
    /** Steps that have ended in this life. */
    long steps;
    /** When its last step began, on its own clock; of no meaning before the first. */
    long lastStepLocalNanos;
    /** The same on the world's. */
    long lastStepWorldNanos;
    /** The longest time for which its thread was busy at once, as far as is known. */
    long longestStepNanos;
    /** Whether its thread was kept busy within the step that it is in, so that time has passed since that began. */
    boolean stalledInStep;
    /** Whether a fault keeps a registration of its own data plane from ever ending. */
    boolean registersForEver;
    /** Whether a fault has ended one of its channels for the rest of this life. */
    boolean crippled;
    /** Whether a fault has let it stand still. */
    boolean stoodStill;

    Site(int index, String id, @Nullable PeerView view) {
        this.index = index;
        this.id = id;
        this.view = view;
    }

    /** The peer as it is now. */
    PeerView view() {
        if (view == null) {
            throw new IllegalStateException("the world itself is no peer");
        }
        return view;
    }

    /** Whether state of its process can be judged: it lives and moves. */
    boolean judgeable() {
        return alive && view != null && !view.paused();
    }

    @Override
    public String toString() {
        return id;
    }
}
