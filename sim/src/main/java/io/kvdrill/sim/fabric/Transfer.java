package io.kvdrill.sim.fabric;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.sim.kernel.Event;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One write, from its posting until no byte of it can land and its writer knows, or never will. */
final class Transfer {
    private static final long BILLION = 1_000_000_000L;

    private enum State {
        /** Not begun: the writer's thread has not come to it, or its first byte has not left. */
        WAITING,
        /** Bytes are landing. */
        FLOWING,
        /** Bytes could land again: the path is cut, or a fault holds it. */
        PAUSED,
        /** All bytes have landed. */
        LANDED,
        /** No further byte lands, and the writer has been told, or will not be. */
        OVER
    }

    final long id;
    final SimRegistration registration;
    final SlotList remote;

    private final SimFabric fabric;
    private final Kernel kernel;
    private final SimDataTransport source;
    private final SimDataTransport target;
    private final SlotList local;
    private final WritePlan plan;
    private final EventLabel beginning;
    private final EventLabel landing;
    private final EventLabel completion;
    private final EventLabel despair;

    private State state = State.WAITING;
    private boolean forgotten;
    private int landed;
    private int chunkEnd;
    /** Bytes of the running chunk that have yet to land, times a billion. */
    private long chunkWork;

    private long rate;
    private long rateSinceNanos;
    private long flowingSinceNanos;
    private int landedBeforeFlow;
    private @Nullable Event next;
    private @Nullable Event giveUp;
    private long lastEntry;

    Transfer(SimRegistration registration, SimDataTransport target, SlotList local, SlotList remote, WritePlan plan) {
        this.source = registration.transport();
        this.target = target;
        this.registration = registration;
        this.fabric = source.fabric();
        this.kernel = fabric.kernel();
        this.id = fabric.nextTransfer();
        this.local = local;
        this.remote = remote;
        this.plan = plan;
        String lane = "transfer " + id;
        this.beginning = new EventLabel("data_beginning", source.peer(), lane);
        this.landing = new EventLabel("data_landing", source.peer(), lane);
        this.completion = new EventLabel("data_completion", source.peer(), lane);
        this.despair = new EventLabel("data_despair", source.peer(), lane);
    }

    SimDataTransport source() {
        return source;
    }

    SimDataTransport target() {
        return target;
    }

    /** Whether it has ended, so that there is something to collect. */
    boolean over() {
        return state == State.OVER;
    }

    long lastEntry() {
        return lastEntry;
    }

    /** Bytes that have landed so far. */
    long bytesLanded() {
        long bytes = landed * source.blockBytes();
        if (state == State.FLOWING && rate > 0) {
            long chunkBytes = (chunkEnd - landed) * source.blockBytes();
            long left = Math.max(0, chunkWork - rate * (kernel.nowNanos() - rateSinceNanos));
            bytes += chunkBytes - (left + BILLION - 1) / BILLION;
        }
        return bytes;
    }

    // ---- the course of a write -----------------------------------------------------------------------------------

    /** The writer's thread has come to it. */
    void post() {
        if (state != State.WAITING || source.gone()) {
            return;
        }
        source.outgoing().add(this);
        target.incoming().add(this);
        emit(new FabricEvent.WritePosted(
                registration.peer(),
                id,
                registration.generation(),
                local,
                remote,
                source.memory().keys(local)));
        long descriptors =
                local.size() * fabric.linkBetween(source.peer(), target.peer()).nanosPerDescriptor();
        next = kernel.after(fabric.latencyNanos(source.peer(), target.peer()) + descriptors, beginning, this::begin);
    }

    private void begin() {
        next = null;
        if (target.fences().revokes(registration)) {
            fail("the target has revoked access");
        } else {
            flow();
        }
    }

    private void flow() {
        if (!fabric.reaches(source, target)) {
            pause("the target cannot be reached");
            return;
        }
        if (landed >= plan.failAfter) {
            fail("failed by a fault");
            return;
        }
        if (landed >= plan.stallAfter) {
            pause("held by a fault");
            return;
        }
        state = State.FLOWING;
        flowingSinceNanos = kernel.nowNanos();
        landedBeforeFlow = landed;
        if (local.isEmpty()) {
            allLanded();
        } else if (plan.takeNanos >= 0) {
            takeNextChunk();
        } else {
            startChunk();
            fabric.bandwidth().join(this);
        }
    }

    /** The rate changes; the bytes since the last change went at the old one. */
    void rate(long bytesPerSecond) {
        if (bytesPerSecond == rate && next != null) {
            return;
        }
        chunkWork = Math.max(0, chunkWork - rate * (kernel.nowNanos() - rateSinceNanos));
        rate = bytesPerSecond;
        rateSinceNanos = kernel.nowNanos();
        scheduleChunk();
    }

    private void startChunk() {
        chunkEnd = chunkEnd();
        chunkWork = Math.multiplyExact(Math.multiplyExact(chunkEnd - landed, source.blockBytes()), BILLION);
        rateSinceNanos = kernel.nowNanos();
    }

    private void scheduleChunk() {
        kernel.cancel(next);
        next = kernel.after((chunkWork + rate - 1) / rate, landing, this::chunkDone);
    }

    private void takeNextChunk() {
        chunkEnd = chunkEnd();
        long share = Math.multiplyExact(plan.takeNanos, chunkEnd - landedBeforeFlow) / local.size();
        next = kernel.at(flowingSinceNanos + share, landing, this::chunkDone);
    }

    private int chunkEnd() {
        int size = local.size();
        int end = Math.min(size, landed + Math.max(1, (size + fabric.chunks() - 1) / fabric.chunks()));
        if (plan.stallAfter > landed) {
            end = Math.min(end, plan.stallAfter);
        }
        if (plan.failAfter > landed) {
            end = Math.min(end, plan.failAfter);
        }
        return end;
    }

    private void chunkDone() {
        next = null;
        land();
        if (landed >= plan.failAfter) {
            leaveFlow();
            fail("failed by a fault");
        } else if (landed >= plan.stallAfter && landed < local.size()) {
            leaveFlow();
            pause("held by a fault");
        } else if (landed == local.size()) {
            leaveFlow();
            allLanded();
        } else if (plan.takeNanos >= 0) {
            takeNextChunk();
        } else {
            startChunk();
            scheduleChunk();
        }
    }

    private void land() {
        List<BlockKey> keys = new ArrayList<>(chunkEnd - landed);
        long[] slots = new long[chunkEnd - landed];
        for (int i = landed; i < chunkEnd; i++) {
            ContentTag content = source.memory().tag((int) local.get(i));
            if (plan.corrupted && i == local.size() - 1) {
                content = new ContentTag(ContentTag.EMPTY.key(), content.generation(), content.writer(), 0);
            }
            slots[i - landed] = remote.get(i);
            keys.add(content.key());
            target.memory().land((int) remote.get(i), content, source.endpoint().incarnation(), id);
        }
        landed = chunkEnd;
        kernel.causality().set(lastEntry);
        target.trace().emit(new FabricEvent.BlocksLanded(source.peer(), id, SlotList.of(slots), keys));
        lastEntry = kernel.causality().current();
    }

    private void allLanded() {
        state = State.LANDED;
        target.incoming().remove(this);
        emit(new FabricEvent.TransferLanded(registration.peer(), id, landed));
        if (plan.completionLost) {
            emit(new FabricEvent.CompletionLost(registration.peer(), id));
            return;
        }
        long back = fabric.latencyNanos(target.peer(), source.peer()) + plan.completionDelayNanos;
        next = kernel.after(back, completion, () -> {
            next = null;
            end(!plan.reportedFailed, plan.reportedFailed ? "reported failed by a fault" : "");
        });
    }

    // ---- what interferes -----------------------------------------------------------------------------------------

    private void pause(String reason) {
        state = State.PAUSED;
        emit(new FabricEvent.TransferStalled(registration.peer(), id, landed, reason));
        if (!fabric.reaches(source, target)) {
            giveUpLater();
        }
    }

    private void giveUpLater() {
        long detection = source.endpoint().plane().deathDetectionNanos();
        if (giveUp == null && detection <= Long.MAX_VALUE - kernel.nowNanos()) {
            giveUp = kernel.after(detection, despair, () -> fail("the target did not answer"));
        }
    }

    /** The path, or the other end, has changed. */
    void pathsChanged() {
        boolean reaches = fabric.reaches(source, target);
        if (state == State.FLOWING && !reaches) {
            interruptFlow();
            pause("the target cannot be reached");
        } else if (state == State.PAUSED && !reaches) {
            giveUpLater();
        } else if (state == State.PAUSED) {
            kernel.cancel(giveUp);
            giveUp = null;
            resume();
        }
    }

    /** The fault that held it has ended. */
    void release() {
        plan.stallAfter = Integer.MAX_VALUE;
        if (state == State.PAUSED) {
            resume();
        }
    }

    private void resume() {
        if (landed >= plan.stallAfter || !fabric.reaches(source, target)) {
            return;
        }
        emit(new FabricEvent.TransferResumed(registration.peer(), id));
        flow();
    }

    /** The writer gives it up. */
    void forget() {
        forgotten = true;
        boolean stillLanding = state != State.LANDED && state != State.OVER;
        if (stillLanding && source.endpoint().plane().cancelStopsBytes()) {
            stop("cancelled");
            stillLanding = false;
        }
        emit(new FabricEvent.TransferForgotten(registration.peer(), id, stillLanding));
    }

    /** No further byte lands, and nobody is told. */
    void stop(String reason) {
        if (state == State.OVER) {
            return;
        }
        boolean mattered = state != State.LANDED;
        interruptFlow();
        state = State.OVER;
        finish();
        if (mattered) {
            emit(new FabricEvent.TransferStopped(registration.peer(), id, landed, reason));
        }
    }

    /** No further byte lands, and the writer is told that it failed. */
    void fail(String reason) {
        if (state == State.OVER) {
            return;
        }
        if (state != State.LANDED) {
            interruptFlow();
            emit(new FabricEvent.TransferStopped(registration.peer(), id, landed, reason));
        }
        end(false, reason);
    }

    private void interruptFlow() {
        kernel.cancel(next);
        next = null;
        leaveFlow();
    }

    private void leaveFlow() {
        if (state == State.FLOWING && plan.takeNanos < 0) {
            rate = 0;
            fabric.bandwidth().leave(this);
        }
    }

    private void end(boolean success, String reason) {
        state = State.OVER;
        finish();
        if (!forgotten && !source.dead()) {
            emit(new FabricEvent.TransferEnded(registration.peer(), id, success, reason));
            registration.completed(this, success);
        }
    }

    private void finish() {
        kernel.cancel(next);
        kernel.cancel(giveUp);
        next = null;
        giveUp = null;
        source.outgoing().remove(this);
        target.incoming().remove(this);
    }

    private void emit(FabricEvent event) {
        source.trace().emit(event);
        lastEntry = kernel.causality().current();
    }
}
