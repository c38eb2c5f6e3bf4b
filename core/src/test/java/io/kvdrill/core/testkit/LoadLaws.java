package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TierResult.JobFinished;
import io.kvdrill.core.tier.TierResult.SlotsReleased;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.transport.Registration;
import java.util.LinkedHashMap;
import java.util.Map;

/** What every load must keep: one result, in time; slots free only when nothing can land in them (I1, I2, I3), and no round twice (46). */
final class LoadLaws {

    private static final class Load {
        final TransferJob job;
        final long submittedNanos;
        final long limitNanos;
        String peer = "";
        String request = "";
        long connection = -1;
        long round;
        long leftAt = -1;
        boolean proof;
        boolean done;
        boolean finished;
        boolean held;
        boolean released;

        Load(TransferJob job, long submittedNanos, long limitNanos) {
            this.job = job;
            this.submittedNanos = submittedNanos;
            this.limitNanos = limitNanos;
        }

        boolean left() {
            return leftAt >= 0;
        }

        boolean fetched(long onConnection, String id, long inRound) {
            return connection == onConnection && request.equals(id) && round == inRound;
        }
    }

    private final Map<Long, Load> loads = new LinkedHashMap<>();
    private final Map<Long, Load> bySlot = new LinkedHashMap<>();
    private final Map<Registration, Long> fences = new LinkedHashMap<>();
    private final boolean fencesProve;
    private long moments;

    LoadLaws(boolean fencesProve) {
        this.fencesProve = fencesProve;
    }

    void onSubmitted(long nowNanos, TransferJob job, long limitNanos) {
        Load load = new Load(job, nowNanos, limitNanos);
        loads.put(job.id(), load);
        for (int i = 0; i < job.slots().size(); i++) {
            bySlot.put(job.slots().get(i), load);
        }
    }

    void onSent(String peer, long connection, Message message) {
        moments++;
        if (message instanceof Message.Fetch fetch && !fetch.terminal()) {
            Load load = bySlot.get(fetch.blockIndexes().get(0));
            if (load == null || load.left() || (load.finished && !load.held)) {
                throw new LawBroken("I2", "fetch into slots that no live load owns: " + fetch);
            }
            if (loads.values().stream().anyMatch(other -> other.fetched(connection, fetch.request(), fetch.round()))) {
                throw new LawBroken("46", fetch + " reuses a round: the end of its former life would end this one");
            }
            load.peer = peer;
            load.connection = connection;
            load.request = fetch.request();
            load.round = fetch.round();
            load.leftAt = moments;
        }
    }

    void onTaken(long connection, Message message) {
        if (message instanceof Message.TransferDone done) {
            prove(connection, done.request(), done.round(), done.success());
        } else if (message instanceof Message.AbortAck ack) {
            prove(connection, ack.request(), ack.round(), false);
        }
    }

    private void prove(long connection, String request, long round, boolean success) {
        for (Load load : loads.values()) {
            if (load.fetched(connection, request, round)) {
                load.proof = true;
                load.done |= success;
            }
        }
    }

    void onFenceStarted(Registration registration) {
        fences.put(registration, ++moments);
    }

    void onFenced(Registration registration) {
        Long started = fences.get(registration);
        for (Load load : loads.values()) {
            if (fencesProve
                    && started != null
                    && load.left()
                    && load.leftAt < started
                    && load.peer.equals(registration.peer())) {
                load.proof = true;
            }
        }
    }

    void onResult(TierResult result) {
        Load load = loads.get(result.job());
        if (load == null) {
            throw new LawBroken("3", "a result for an unknown load: " + result);
        }
        if (result instanceof JobFinished finished) {
            if (load.finished) {
                throw new LawBroken("I1", "a second result: " + finished);
            }
            load.finished = true;
            load.held = finished.slotsHeld();
            if (finished.success() && load.left() && !load.done) {
                throw new LawBroken("I11", "a load succeeded that no peer called done: " + finished);
            }
            if (!load.held) {
                free(load, result);
            }
        } else if (result instanceof SlotsReleased) {
            if (!load.finished || !load.held || load.released) {
                throw new LawBroken("I1", "slots released that were not held: " + result);
            }
            load.released = true;
            free(load, result);
        }
    }

    private static void free(Load load, TierResult result) {
        if (load.left() && !load.proof) {
            throw new LawBroken("I2", "slots free while a write may land in them: " + result);
        }
    }

    void checkInTime(long nowNanos) {
        for (Load load : loads.values()) {
            if (!load.finished && nowNanos - load.submittedNanos >= load.limitNanos) {
                throw new LawBroken(
                        "I3",
                        "load " + load.job.id() + " has no result after " + (nowNanos - load.submittedNanos)
                                + " ns, its limit is " + load.limitNanos);
            }
        }
    }

    void checkDrained() {
        for (Load load : loads.values()) {
            if (!load.finished) {
                throw new LawBroken("45", "load " + load.job.id() + " has no result after a drain");
            }
        }
    }

    void checkAtRest() {
        for (Load load : loads.values()) {
            if (!load.finished) {
                throw new LawBroken("I1", "load " + load.job.id() + " never got a result");
            }
            if (load.held && !load.released) {
                throw new LawBroken("I15", "the slots of load " + load.job.id() + " are held for ever");
            }
        }
    }
}
