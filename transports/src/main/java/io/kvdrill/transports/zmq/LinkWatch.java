package io.kvdrill.transports.zmq;

import io.kvdrill.transports.zmq.ZmqConfig.Heartbeat;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.zeromq.ZEvent;
import org.zeromq.ZMonitor;
import zmq.Msg;
import zmq.msg.MsgAllocator;

/**
 * What is known of one link to a peer. ZeroMQ's thread reports what happens on it; the thread that owns the connection
 * asks.
 *
 * <p>A link is silent when nothing at all has arrived on it for the heartbeat timeout. When nobody asked for a good part
 * of that time, this process itself may have been standing still, with the peer's answers unread in the kernel; then the
 * link gets one more heartbeat interval, once for each time that something was heard.
 */
final class LinkWatch implements MsgAllocator, ZEvent.ZEventConsummer {
    /** What a greeting on a fast network takes, many times over. */
    private static final long FIRST_NUDGE_NANOS = 20_000_000;

    private final LongSupplier clockNanos;
    private final long intervalNanos;
    private final long timeoutNanos;
    private final FrameMemory memory;

    private volatile boolean connected;
    private volatile long connectedAtNanos;
    private volatile boolean heard;
    private volatile long lastHeardNanos;
    private volatile @Nullable String downBecause;

    private long nudgeAfterNanos = FIRST_NUDGE_NANOS;
    private boolean excused;
    private long excusedAtNanos;
    private long heardWhenExcusedNanos;

    LinkWatch(Heartbeat heartbeat, int maxMessageBytes, LongSupplier clockNanos) {
        this.intervalNanos = heartbeat.interval().toNanos();
        this.timeoutNanos = heartbeat.timeout().toNanos();
        this.clockNanos = clockNanos;
        this.memory = new FrameMemory(maxMessageBytes);
    }

    // ---- on ZeroMQ's thread --------------------------------------------------------------------------------------

    @Override
    public Msg allocate(int size) {
        lastHeardNanos = clockNanos.getAsLong();
        heard = true;
        return memory.allocate(size);
    }

    @Override
    public void consume(ZEvent event) {
        if (event.getEvent() == ZMonitor.Event.CONNECTED) {
            connectedAtNanos = clockNanos.getAsLong();
            connected = true;
        } else if (event.getEvent() == ZMonitor.Event.DISCONNECTED) {
            downBecause = heard ? "the peer's socket closed" : "whoever answered there is no ZeroMQ peer";
        }
    }

    // ---- on the owner's thread -----------------------------------------------------------------------------------

    /** Whether the peer has ever answered. */
    boolean heard() {
        return heard;
    }

    /**
     * Whether the link has been connected for a while and nothing was heard, so that ZeroMQ's thread may not be reading
     * from it ({@link Sockets#nudge}). True once each time that the while has doubled.
     */
    boolean wantsNudge(long nowNanos) {
        if (!connected || heard || nowNanos - connectedAtNanos < nudgeAfterNanos) {
            return false;
        }
        nudgeAfterNanos *= 2;
        return true;
    }

    /** Nobody has asked for a while. */
    void excuse(long nowNanos) {
        if (heard && (!excused || heardWhenExcusedNanos != lastHeardNanos)) {
            excused = true;
            excusedAtNanos = nowNanos;
            heardWhenExcusedNanos = lastHeardNanos;
        }
    }

    /** Whether the link is up, and nothing has been heard for so long that it counts as lost. */
    boolean silent(long nowNanos) {
        return downBecause == null && loss(nowNanos) != null;
    }

    /**
     * Whether a peer that was heard elsewhere then has been silent since, too. Half of the heartbeat timeout is enough: what
     * it said last may have come well after it last answered on this link.
     */
    boolean silentSince(long thenNanos, long nowNanos) {
        return nowNanos - thenNanos >= timeoutNanos / 2;
    }

    /** Why the link counts as lost, or null while it does not. */
    @Nullable String loss(long nowNanos) {
        String reason = downBecause;
        if (reason != null) {
            return reason;
        }
        if (!heard) {
            return null;
        }
        long silentNanos = nowNanos - lastHeardNanos;
        boolean inGrace = excused && nowNanos - excusedAtNanos < intervalNanos;
        return silentNanos >= timeoutNanos && !inGrace
                ? "nothing heard for " + silentNanos / 1_000_000 + " ms; heartbeat_timeout is "
                        + timeoutNanos / 1_000_000 + " ms"
                : null;
    }
}
