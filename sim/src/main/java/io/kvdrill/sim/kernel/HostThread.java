package io.kvdrill.sim.kernel;

import io.kvdrill.core.trace.TraceSink;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The one thread of a peer, as its transports see it. The code of a step runs at one instant of world time; where a call
 * would have kept a real thread busy, the transport says so here, and what the step does to the world afterwards leaves
 * only when the thread would have come to it.
 *
 * <p>So a transport lets every effect on the world pass through {@link #leave}: at once while nothing stalls the thread,
 * in order and later otherwise. A host starts its next step through {@link #leave}, too.
 */
public final class HostThread {
    /** What a blocked thread waits for. */
    public final class Block {
        private final String reason;
        private final long sinceNanos = kernel.nowNanos();
        private boolean released;

        private Block(String reason) {
            this.reason = reason;
        }

        /** Lets the thread go on. Later calls do nothing. */
        public void release() {
            if (released) {
                return;
            }
            released = true;
            if (!dead) {
                trace.emit(new HostEvent.HostUnblocked(reason, kernel.nowNanos() - sinceNanos));
                advance();
            }
        }
    }

    /** What the thread has yet to do: have an effect, stay busy, or wait. */
    private sealed interface Item {
        record Effect(long cause, Runnable action) implements Item {}

        record Busy(long nanos) implements Item {}

        record Waiting(Block block) implements Item {}
    }

    private final Kernel kernel;
    private final TraceSink trace;
    private final EventLabel label;
    private final Deque<Item> todo = new ArrayDeque<>();
    /** Items that the effect that runs now adds; they come before the rest. */
    private final List<Item> inner = new ArrayList<>();

    private boolean inEffect;
    private boolean busy;
    private boolean dead;

    /** The thread of {@code peer}, free. */
    public HostThread(Kernel kernel, String peer, TraceSink trace) {
        this.kernel = kernel;
        this.trace = trace;
        this.label = new EventLabel("host_thread_goes_on", peer);
    }

    /** Whether effects are held back. */
    public boolean stalled() {
        return !todo.isEmpty() || busy;
    }

    /** Keeps the thread busy for this long. */
    public void stall(String reason, long nanos) {
        if (dead || nanos <= 0) {
            return;
        }
        trace.emit(new HostEvent.HostStalled(reason, nanos));
        add(new Item.Busy(nanos));
    }

    /** Makes the thread wait until the answer is released. */
    public Block block(String reason) {
        Block block = new Block(reason);
        if (!dead) {
            trace.emit(new HostEvent.HostBlocked(reason));
            add(new Item.Waiting(block));
        }
        return block;
    }

    /** Runs {@code effect} when the thread comes to it: now, unless it is stalled. A dead thread comes to nothing. */
    public void leave(Runnable effect) {
        if (dead) {
            return;
        }
        // A step that had to wait runs as an effect itself: what it does leaves at once, up to where it stalls again.
        boolean free = inEffect ? inner.isEmpty() : !stalled();
        if (free) {
            effect.run();
        } else {
            add(new Item.Effect(kernel.causality().current(), effect));
        }
    }

    /** Ends the thread: nothing that it has yet to do happens. */
    public void kill() {
        dead = true;
        todo.clear();
        inner.clear();
    }

    private void add(Item item) {
        if (inEffect) {
            inner.add(item);
            return;
        }
        todo.add(item);
        advance();
    }

    private void advance() {
        while (!busy && !inEffect && !todo.isEmpty()) {
            Item item = todo.peek();
            if (item instanceof Item.Waiting waiting && !waiting.block().released) {
                return;
            }
            todo.remove();
            if (item instanceof Item.Effect effect) {
                run(effect);
            } else if (item instanceof Item.Busy stall) {
                busy = true;
                kernel.after(stall.nanos(), label, () -> {
                    busy = false;
                    advance();
                });
            }
        }
    }

    private void run(Item.Effect effect) {
        inEffect = true;
        try {
            kernel.causality().because(effect.cause(), effect.action());
        } finally {
            inEffect = false;
            for (int i = inner.size() - 1; i >= 0; i--) {
                todo.addFirst(inner.get(i));
            }
            inner.clear();
        }
    }
}
