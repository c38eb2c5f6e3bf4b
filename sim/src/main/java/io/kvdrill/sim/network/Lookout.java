package io.kvdrill.sim.network;

import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import org.jspecify.annotations.Nullable;

/** The watch that one end of a link keeps for silence. */
final class Lookout {
    private final Kernel kernel;
    private final EventLabel label;
    private final Heartbeats own;
    private final Heartbeats other;
    private final Runnable giveUp;
    private final long establishedNanos;
    private boolean silent;
    /** When the silence will be noticed. */
    private @Nullable Event notice;

    Lookout(Kernel kernel, EventLabel label, Heartbeats own, Heartbeats other, Runnable giveUp) {
        this.kernel = kernel;
        this.label = label;
        this.own = own;
        this.other = other;
        this.giveUp = giveUp;
        this.establishedNanos = kernel.nowNanos();
    }

    /** Nothing is heard from now on, or something is again. */
    void silent(boolean nowSilent) {
        if (nowSilent == silent) {
            return;
        }
        silent = nowSilent;
        kernel.cancel(notice);
        notice = null;
        if (silent) {
            long noticed = own.noticedNanos(other, establishedNanos, kernel.nowNanos());
            if (noticed != Heartbeats.NEVER) {
                notice = kernel.at(noticed, label, giveUp);
            }
        }
    }

    /** The next ping is answered with a reset, unless the silence is noticed before. */
    void resetAtNextPing(long roundTripNanos, Runnable close) {
        Event noticing = notice;
        if (noticing == null || !own.pings()) {
            return;
        }
        long answered = own.pingFrom(establishedNanos, kernel.nowNanos()) + roundTripNanos;
        if (answered < noticing.timeNanos()) {
            kernel.cancel(noticing);
            notice = kernel.at(answered, label, close);
        }
    }
}
