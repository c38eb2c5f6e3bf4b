package io.kvdrill.transports.nixl;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.transports.nixl.NixlRegistration.PeerBlocks;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The thread that makes, posts, asks and releases requests. A request is released only when it is terminal: NIXL forgets a
 * request that is released in progress, and its bytes land all the same. A status below zero is terminal, "not found"
 * included: NIXL has dropped the peer and will not say more. What post itself says counts, for the status of a request
 * whose post failed is that of an earlier one.
 */
final class Requests implements Runnable {
    /** A piece that is under way. */
    private record Running(NixlWrite write, long request, long bytes) {}

    private static final int IN_PROGRESS = 1;
    private static final long BUSY_MICROS = 50;
    private static final long IDLE_MILLIS = 1;
    private static final long JOIN_MILLIS = 5_000;

    private final long agent;
    private final long ownBlocks;
    private final long blockBytes;
    private final int blocksOfPiece;
    private final LoadedPeers peers;
    private final BlockingQueue<Object> incoming = new LinkedBlockingQueue<>();
    private final Queue<NixlWrite> over = new ConcurrentLinkedQueue<>();
    private final List<Running> running = new ArrayList<>();
    /** Terminal, and not yet released by NIXL. */
    private final List<Long> unreleased = new ArrayList<>();

    private final Thread thread = new Thread(this, "kvdrill-nixl");
    private volatile boolean closed;

    /**
     * Begins.
     *
     * @param ownBlocks the handle of our blocks
     * @param blockBytes the size of each
     * @param pieceBytes how much one request writes at most, unless one block is larger
     */
    Requests(long agent, long ownBlocks, long blockBytes, long pieceBytes, LoadedPeers peers) {
        this.agent = agent;
        this.ownBlocks = ownBlocks;
        this.blockBytes = blockBytes;
        this.blocksOfPiece = (int) Math.max(1, pieceBytes / blockBytes);
        this.peers = peers;
        thread.setDaemon(true);
        thread.start();
    }

    void start(NixlWrite write) {
        incoming.add(write);
    }

    /** Lets a peer's blocks go, after everything that was started before. */
    void release(PeerBlocks blocks) {
        incoming.add(blocks);
    }

    /** A write that is over; null if none is. */
    @Nullable NixlWrite takeOver() {
        return over.poll();
    }

    @Override
    public void run() {
        try {
            while (!closed) {
                Object next = running.isEmpty() && unreleased.isEmpty()
                        ? incoming.take()
                        : incoming.poll(running.isEmpty() ? IDLE_MILLIS * 1_000 : BUSY_MICROS, TimeUnit.MICROSECONDS);
                for (; next != null; next = incoming.poll()) {
                    handle(next);
                }
                ask();
                unreleased.removeIf(request -> NixlNative.releaseRequest(agent, request) == 0);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void handle(Object next) {
        if (next instanceof NixlWrite write) {
            advance(write);
        } else if (next instanceof PeerBlocks blocks) {
            NixlNative.releaseBlocks(agent, blocks.handle());
            peers.release(blocks.agentName());
        }
    }

    private void advance(NixlWrite write) {
        while (write.wantsPiece()) {
            int from = write.blocksPosted();
            post(write, from, Math.min(write.local.size(), from + blocksOfPiece));
        }
        if (write.over()) {
            over.add(write);
        }
    }

    private void post(NixlWrite write, int from, int to) {
        long[] request = new long[1];
        long bytes = (to - from) * blockBytes;
        int status = NixlNative.write(
                agent,
                ownBlocks,
                indexes(write.local, from, to),
                write.target.handle(),
                indexes(write.remote, from, to),
                request);
        if (status == IN_PROGRESS) {
            write.posted(to);
            running.add(new Running(write, request[0], bytes));
        } else {
            release(request[0]);
            write.settled(to, status == 0, bytes);
        }
    }

    private static int[] indexes(SlotList slots, int from, int to) {
        int[] indexes = new int[to - from];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = (int) slots.get(from + i);
        }
        return indexes;
    }

    private void ask() {
        if (running.isEmpty()) {
            return;
        }
        int[] statuses = new int[running.size()];
        NixlNative.statuses(agent, running.stream().mapToLong(Running::request).toArray(), statuses);
        List<Running> asked = List.copyOf(running);
        running.clear();
        for (int i = 0; i < statuses.length; i++) {
            Running one = asked.get(i);
            if (statuses[i] == IN_PROGRESS) {
                running.add(one);
            } else {
                release(one.request());
                one.write().ended(statuses[i] == 0, one.bytes());
                advance(one.write());
            }
        }
    }

    private void release(long request) {
        if (request != 0 && NixlNative.releaseRequest(agent, request) != 0) {
            unreleased.add(request);
        }
    }

    /** Ends the thread; answers whether nothing of it is inside NIXL any more. What was running is released as it is. */
    boolean close() {
        closed = true;
        incoming.add(this);
        try {
            thread.join(JOIN_MILLIS);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            return false;
        }
        running.forEach(one -> NixlNative.releaseRequest(agent, one.request()));
        for (Object left = incoming.poll(); left != null; left = incoming.poll()) {
            if (left instanceof PeerBlocks blocks) {
                NixlNative.releaseBlocks(agent, blocks.handle());
            }
        }
        return true;
    }
}
