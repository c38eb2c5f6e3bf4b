package io.kvdrill.transports.shm;

import io.kvdrill.transports.shm.ShmRegistration.Ended;
import io.kvdrill.transports.shm.ShmTransfer.Progress;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The thread that copies. Transfers take turns, a chunk each, so that a large one does not keep a small one waiting. */
final class Copier implements Runnable {
    private static final long HELD_MILLIS = 1;
    private static final long JOIN_MILLIS = 2_000;

    private final WriteHold hold;
    private final BlockingQueue<Object> incoming = new LinkedBlockingQueue<>();
    private final Queue<Ended> ended = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this, "kvdrill-shm-copy");
    private volatile boolean closed;

    Copier(WriteHold hold) {
        this.hold = hold;
        thread.setDaemon(true);
        thread.start();
    }

    void start(ShmTransfer transfer) {
        incoming.add(transfer);
    }

    /** Closes a region after everything that was started before. */
    void release(PeerRegion region) {
        incoming.add(region);
    }

    /** What has ended since the last call, one at a time; null if nothing. */
    @Nullable Ended takeEnded() {
        return ended.poll();
    }

    @Override
    public void run() {
        Deque<ShmTransfer> running = new ArrayDeque<>();
        while (!closed) {
            try {
                take(running);
            } catch (InterruptedException stop) {
                return;
            }
            turn(running);
        }
    }

    private void take(Deque<ShmTransfer> running) throws InterruptedException {
        boolean idle = running.stream().allMatch(transfer -> hold.holds(transfer.registration.peer()));
        Object next = !idle
                ? incoming.poll()
                : running.isEmpty() ? incoming.take() : incoming.poll(HELD_MILLIS, TimeUnit.MILLISECONDS);
        while (next != null) {
            if (next instanceof ShmTransfer transfer) {
                running.add(transfer);
            } else if (next instanceof PeerRegion region) {
                close(region);
            }
            next = incoming.poll();
        }
    }

    private void turn(Deque<ShmTransfer> running) {
        for (int i = running.size(); i > 0; i--) {
            ShmTransfer transfer = running.remove();
            if (hold.holds(transfer.registration.peer())) {
                running.add(transfer);
                continue;
            }
            Progress progress = transfer.advance();
            if (progress == Progress.MORE) {
                running.add(transfer);
            } else {
                ended.add(new Ended(transfer, progress == Progress.DONE));
            }
        }
    }

    private static void close(PeerRegion region) {
        try {
            region.close();
        } catch (IOException | InternalError gone) {
            return;
        }
    }

    /** Stops after the chunk that is being copied, and then closes these regions and those that wait to be. */
    void close(List<PeerRegion> regions) {
        closed = true;
        incoming.add(this);
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        if (!thread.isAlive()) {
            regions.forEach(Copier::close);
            for (Object left = incoming.poll(); left != null; left = incoming.poll()) {
                if (left instanceof PeerRegion region) {
                    close(region);
                }
            }
        }
    }
}
