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
    /** A write to start. */
    record Write(long transfer, NixlRegistration registration, PeerBlocks target, SlotList local, SlotList remote) {}

    /** A write that is over. */
    record Over(Write write, boolean success) {}

    private record Running(Write write, long request) {}

    private static final int IN_PROGRESS = 1;
    private static final long BUSY_MICROS = 50;
    private static final long IDLE_MILLIS = 1;
    private static final long JOIN_MILLIS = 5_000;

    private final long agent;
    private final long ownBlocks;
    private final LoadedPeers peers;
    private final BlockingQueue<Object> incoming = new LinkedBlockingQueue<>();
    private final Queue<Over> over = new ConcurrentLinkedQueue<>();
    private final List<Running> running = new ArrayList<>();
    /** Terminal, and not yet released by NIXL. */
    private final List<Long> unreleased = new ArrayList<>();

    private final Thread thread = new Thread(this, "kvdrill-nixl");
    private volatile boolean closed;

    Requests(long agent, long ownBlocks, LoadedPeers peers) {
        this.agent = agent;
        this.ownBlocks = ownBlocks;
        this.peers = peers;
        thread.setDaemon(true);
        thread.start();
    }

    void start(Write write) {
        incoming.add(write);
    }

    /** Lets a peer's blocks go, after everything that was started before. */
    void release(PeerBlocks blocks) {
        incoming.add(blocks);
    }

    @Nullable Over takeOver() {
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
        if (next instanceof Write write) {
            post(write);
        } else if (next instanceof PeerBlocks blocks) {
            NixlNative.releaseBlocks(agent, blocks.handle());
            peers.release(blocks.agentName());
        }
    }

    private void post(Write write) {
        long[] request = new long[1];
        int status = NixlNative.write(
                agent, ownBlocks, indexes(write.local()), write.target().handle(), indexes(write.remote()), request);
        if (status == IN_PROGRESS) {
            running.add(new Running(write, request[0]));
        } else {
            end(write, request[0], status == 0);
        }
    }

    private static int[] indexes(SlotList slots) {
        int[] indexes = new int[slots.size()];
        for (int i = 0; i < indexes.length; i++) {
            indexes[i] = (int) slots.get(i);
        }
        return indexes;
    }

    private void ask() {
        if (running.isEmpty()) {
            return;
        }
        int[] statuses = new int[running.size()];
        NixlNative.statuses(agent, running.stream().mapToLong(Running::request).toArray(), statuses);
        List<Running> still = new ArrayList<>();
        for (int i = 0; i < statuses.length; i++) {
            Running one = running.get(i);
            if (statuses[i] == IN_PROGRESS) {
                still.add(one);
            } else {
                end(one.write(), one.request(), statuses[i] == 0);
            }
        }
        running.clear();
        running.addAll(still);
    }

    private void end(Write write, long request, boolean success) {
        if (request != 0 && NixlNative.releaseRequest(agent, request) != 0) {
            unreleased.add(request);
        }
        over.add(new Over(write, success));
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
