package io.kvdrill.sim.check;

import io.kvdrill.sim.network.NetworkEvent;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.Arrays;

/** Which of the latest entries are deliveries of frames, and of which, in constant memory. */
final class History {
    private static final int FIRST_CAPACITY = 1 << 9;
    private static final int CAPACITY = 1 << 17;
    private static final long SENT = -1;
    private static final long FORGED = -2;

    /** A ring that grows to {@link #CAPACITY}: most runs are short. */
    private long[] frames = new long[FIRST_CAPACITY];

    private int mask = FIRST_CAPACITY - 1;
    private long last;

    void add(TraceEntry entry) {
        if (entry.sequence() > mask && mask < CAPACITY - 1) {
            grow();
        }
        frames[(int) entry.sequence() & mask] = frame(entry);
        last = entry.sequence();
    }

    /** Before the ring has its full size, nothing in it was overwritten: an entry is at its own number. */
    private void grow() {
        int capacity = 2 * (mask + 1);
        frames = Arrays.copyOf(frames, capacity);
        mask = capacity - 1;
    }

    private long frame(TraceEntry entry) {
        if (entry.event() instanceof NetworkEvent.FrameDelivered delivery) {
            long cause = entry.cause();
            boolean sent = cause > 0 && (!known(cause) || frames[(int) cause & mask] == SENT);
            return sent ? delivery.frame() : FORGED;
        }
        return entry.event() instanceof NetworkEvent.FrameSent ? SENT : 0;
    }

    /**
     * The number of the frame whose delivery this entry is; 0 if it is another event or long ago, or a frame that no peer
     * has sent.
     */
    long frameOf(long sequence) {
        return known(sequence) ? Math.max(0, frames[(int) sequence & mask]) : 0;
    }

    /** Whether this entry is the delivery of a frame that no peer has sent. */
    boolean forged(long sequence) {
        return known(sequence) && frames[(int) sequence & mask] == FORGED;
    }

    private boolean known(long sequence) {
        return sequence > 0 && sequence <= last && sequence > last - mask - 1;
    }
}
