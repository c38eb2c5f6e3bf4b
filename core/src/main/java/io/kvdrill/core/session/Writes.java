package io.kvdrill.core.session;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.CloseRunningTransfers;
import io.kvdrill.core.profile.Choices.CloseSettledResults;
import io.kvdrill.core.profile.Choices.RefetchWhileAborting;
import io.kvdrill.core.profile.Choices.SiblingFailure;
import io.kvdrill.core.profile.Choices.SourcePinRelease;
import io.kvdrill.core.profile.Choices.WriteException;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.session.SessionDeadline.Phase;
import io.kvdrill.core.session.StoreJobs.Delivery;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.ServerEvent.UnknownCompletion;
import io.kvdrill.core.trace.ServerEvent.WriteEnded;
import io.kvdrill.core.trace.ServerEvent.WriteRefused;
import io.kvdrill.core.trace.ServerEvent.WriteStalled;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.ServerEvent.WritesCancelled;
import io.kvdrill.core.transport.CancelMode;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.Registration;
import io.kvdrill.core.transport.WriteFailedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The writes of one session that are in flight, from start to end (protocol.md sections 5 and 7). */
final class Writes {
    private final Session session;
    private final TierContext context;
    private final Rules rules;
    private final DataTransport data;
    private final StoreJobs jobs;
    private final Rounds rounds;
    private final ServerRequests requests;
    private final Map<Long, RunningWrite> running = new LinkedHashMap<>();
    private Set<Registration> withCompletions = new LinkedHashSet<>();

    Writes(Session session, TierContext context, StoreJobs jobs, Rounds rounds, ServerRequests requests) {
        this.session = session;
        this.context = context;
        this.rules = context.rules();
        this.data = context.data();
        this.jobs = jobs;
        this.rounds = rounds;
        this.requests = requests;
    }

    /**
     * Writes matched blocks. A refusal closes the round.
     *
     * @throws WriteFailedException if the data plane threw, and the profile lets that pass
     * @throws DispatchError if a write was refused while a fetch is dispatched, under older rules
     */
    void start(long nowNanos, ServerRequest request, Round round, Pairs pairs) {
        long transfer = DataTransport.REFUSED;
        Registration registration = session.registration();
        try {
            transfer = data.write(registration, pairs.local(), pairs.remote());
        } catch (WriteFailedException failure) {
            context.trace()
                    .emit(new WriteRefused(
                            session.peer(),
                            request.id,
                            round.number,
                            pairs.size(),
                            "it threw: " + failure.getMessage()));
            if (rules.is(Rows.WRITE_EXCEPTION, WriteException.COUNTED_OR_ESCAPES)) {
                throw failure;
            }
            refuse(nowNanos, request, round);
            return;
        }
        if (transfer == DataTransport.REFUSED) {
            String reason = registration.state() == Registration.State.READY
                    ? "the data transport refused it"
                    : "the peer is not registered";
            context.trace().emit(new WriteRefused(session.peer(), request.id, round.number, pairs.size(), reason));
            refuse(nowNanos, request, round);
            return;
        }
        RunningWrite write =
                new RunningWrite(transfer, request, round, pairs.size(), pairs.jobs(), registration, nowNanos);
        running.put(transfer, write);
        round.running++;
        request.running++;
        for (StoreJob job : write.jobs) {
            job.read();
        }
        armStall(nowNanos, write);
        context.trace()
                .emit(new WriteStarted(
                        session.peer(),
                        request.id,
                        round.number,
                        transfer,
                        pairs.jobIds(),
                        pairs.keys(),
                        pairs.local(),
                        pairs.remote(),
                        registration.generation()));
    }

    private void refuse(long nowNanos, ServerRequest request, Round round) {
        round.trouble();
        rounds.endIfQuiet(nowNanos, request, round, "write refused");
        if (session.dispatchingFetch() && rules.is(Rows.WRITE_EXCEPTION, WriteException.COUNTED_OR_ESCAPES)) {
            throw new DispatchError(
                    "round " + Long.toUnsignedString(round.number) + " of request " + request.id + " ended twice");
        }
    }

    /** A registration of this session has something to collect. */
    void onCompletions(Registration registration) {
        withCompletions.add(registration);
    }

    /** Takes the completions of this session's registrations: those that succeeded first, as vLLM does. */
    void collect(long nowNanos) {
        Set<Registration> ready = withCompletions;
        withCompletions = new LinkedHashSet<>();
        List<Long> failed = new ArrayList<>();
        for (Registration registration : ready) {
            List<Long> done = new ArrayList<>();
            data.collect(registration, (transfer, success) -> (success ? done : failed).add(transfer));
            for (Long transfer : done) {
                onCompletion(nowNanos, transfer, true);
            }
        }
        for (Long transfer : failed) {
            onCompletion(nowNanos, transfer, false);
        }
    }

    private void onCompletion(long nowNanos, long transfer, boolean success) {
        RunningWrite write = running.get(transfer);
        if (write == null) {
            context.trace().emit(new UnknownCompletion(session.peer(), "", transfer, success));
            return;
        }
        emitEnd(nowNanos, write, success);
        Round round = roundOf(write);
        forget(write);
        settleJobs(nowNanos, write, success);
        if (round != null) {
            if (success) {
                round.remaining -= write.blocks;
                onRoundProgress(nowNanos, write.request, round);
            } else {
                onRoundFailure(nowNanos, write.request, round);
            }
        }
        requests.prune(write.request);
    }

    private void settleJobs(long nowNanos, RunningWrite write, boolean success) {
        for (StoreJob job : write.jobs) {
            jobs.settle(nowNanos, job, success, success ? "written" : "write failed", Delivery.NOW);
            jobs.releaseIfUnread(nowNanos, job, ReleaseProof.TRANSFERS_TERMINAL);
        }
    }

    private void onRoundProgress(long nowNanos, ServerRequest request, Round round) {
        if (round.remaining == 0 && round.demandReceived()) {
            rounds.settle(nowNanos, request, round, true, "all blocks written");
        } else {
            rounds.endIfQuiet(nowNanos, request, round, "not every block could be written");
        }
    }

    private void onRoundFailure(long nowNanos, ServerRequest request, Round round) {
        List<RunningWrite> siblings = of(request, round);
        if (!siblings.isEmpty()) {
            if (rules.is(Rows.SIBLING_FAILURE, SiblingFailure.ANSWER_WHEN_TERMINAL)) {
                round.demanded.clear();
                rounds.demandMet(round);
                round.trouble();
                return;
            }
            cancelAtOnce(request, round, siblings, "another write of the round failed");
        }
        rounds.fail(nowNanos, request, round, "write failed");
    }

    /** Under older rules rounds of one number are one, whichever life they belong to. */
    private @Nullable Round roundOf(RunningWrite write) {
        if (rules.profile().choice(Rows.REFETCH_WHILE_ABORTING) == RefetchWhileAborting.WITHDRAWN_BY_ABORT) {
            return write.request.rounds.get(write.round.number);
        }
        return write.round.ended() ? null : write.round;
    }

    // ---- giving writes up ----------------------------------------------------------------------------------------

    private void emitEnd(long nowNanos, RunningWrite write, boolean success) {
        context.trace()
                .emit(new WriteEnded(
                        session.peer(),
                        write.request.id,
                        write.round.number,
                        write.transfer,
                        success,
                        nowNanos - write.startedNanos));
    }

    /** The running writes of a round; under older rules rounds of one number are one. */
    private List<RunningWrite> of(ServerRequest request, Round round) {
        List<RunningWrite> found = of(request, round.number);
        if (rules.profile().choice(Rows.REFETCH_WHILE_ABORTING) == RefetchWhileAborting.NEW_LIFE) {
            found.removeIf(write -> write.round != round);
        }
        return found;
    }

    /** The running writes of a round, by its number. */
    List<RunningWrite> of(ServerRequest request, long round) {
        List<RunningWrite> found = new ArrayList<>();
        if (request.running > 0) {
            for (RunningWrite write : running.values()) {
                if (write.request == request && write.round.number == round) {
                    found.add(write);
                }
            }
        }
        return found;
    }

    /** Gives writes up where possible; answers those that are still in flight. */
    List<RunningWrite> withdraw(long nowNanos, List<RunningWrite> writes) {
        List<Long> still = data.cancel(transfersOf(writes), CancelMode.WAIT);
        List<RunningWrite> remaining = new ArrayList<>();
        for (RunningWrite write : writes) {
            if (still.contains(write.transfer)) {
                remaining.add(write);
            } else {
                drop(nowNanos, write);
            }
        }
        return remaining;
    }

    void cancelAtOnce(ServerRequest request, Round round, List<RunningWrite> writes, String reason) {
        cancelAtOnce(request, round.number, writes, reason);
    }

    void cancelAtOnce(ServerRequest request, long round, List<RunningWrite> writes, String reason) {
        data.cancel(transfersOf(writes), CancelMode.IMMEDIATE);
        context.trace().emit(new WritesCancelled(session.peer(), request.id, round, transfersOf(writes), reason));
        for (RunningWrite write : writes) {
            forget(write);
        }
    }

    private void drop(long nowNanos, RunningWrite write) {
        emitEnd(nowNanos, write, false);
        forget(write);
        for (StoreJob job : write.jobs) {
            if (!job.supplied() && !job.beingRead()) {
                jobs.settle(nowNanos, job, false, "write withdrawn", Delivery.DEFERRED);
            }
            jobs.releaseIfUnread(nowNanos, job, ReleaseProof.TRANSFERS_TERMINAL);
        }
    }

    private void forget(RunningWrite write) {
        running.remove(write.transfer);
        if (write.stallDeadline != null) {
            context.deadlines().disarm(write.stallDeadline);
        }
        write.round.running--;
        write.request.running--;
        for (StoreJob job : write.jobs) {
            job.unread();
        }
    }

    private static List<Long> transfersOf(List<RunningWrite> writes) {
        return writes.stream().map(write -> write.transfer).toList();
    }

    // ---- stalls --------------------------------------------------------------------------------------------------

    private void armStall(long nowNanos, RunningWrite write) {
        long patience = rules.nanos(Rows.STALLED_WRITE_TIMEOUT);
        SessionDeadline deadline = new SessionDeadline(session, Phase.SERVER) {
            @Override
            void expire(long now) {
                onStall(now, write);
            }
        };
        write.stallDeadline = deadline;
        long bandwidth = data.capabilities().declaredBytesPerSecond();
        if (data.capabilities().knowsProgress() || bandwidth == 0 || patience == Deadlines.NEVER) {
            context.deadlines().arm(deadline, nowNanos, patience);
        } else {
            double bytes = (double) write.blocks * data.region().blockBytes();
            context.deadlines().armAt(deadline, nowNanos + patience + (long) (bytes * 1e9 / bandwidth));
        }
    }

    private void onStall(long nowNanos, RunningWrite write) {
        long bytes = data.capabilities().knowsProgress() ? data.bytesWritten(write.transfer) : 0;
        if (bytes > write.bytesSeen) {
            write.bytesSeen = bytes;
            armStall(nowNanos, write);
            return;
        }
        rules.reach(Rows.STALLED_WRITE_TIMEOUT);
        context.trace()
                .emit(new WriteStalled(
                        session.peer(),
                        write.request.id,
                        write.round.number,
                        write.transfer,
                        nowNanos - write.startedNanos,
                        bytes));
        session.lifecycle().fault(nowNanos, "write " + write.transfer + " of request " + write.request.id + " stalled");
    }

    // ---- end -----------------------------------------------------------------------------------------------------

    boolean any() {
        return !running.isEmpty();
    }

    List<Long> transfers() {
        return List.copyOf(running.keySet());
    }

    /** Ends the session's writes, and fails its open jobs; null where nothing goes on. */
    @Nullable RetainedWrites close(long nowNanos, String reason) {
        boolean retain = !running.isEmpty() && rules.is(Rows.CLOSE_RUNNING_TRANSFERS, CloseRunningTransfers.RETAIN);
        if (!running.isEmpty() && !retain) {
            data.cancel(transfers(), CancelMode.IMMEDIATE);
            context.trace().emit(new WritesCancelled(session.peer(), "", 0, transfers(), reason));
        }
        for (RunningWrite write : running.values()) {
            if (write.stallDeadline != null) {
                context.deadlines().disarm(write.stallDeadline);
            }
        }
        if (jobs.hasDeferred() && rules.is(Rows.CLOSE_SETTLED_RESULTS, CloseSettledResults.DELIVER)) {
            jobs.undefer();
        }
        boolean resultsWait = retain && rules.is(Rows.SOURCE_PIN_RELEASE, SourcePinRelease.AT_RESULT_AFTER_RETAINED);
        for (StoreJob job : jobs.open()) {
            if (!(resultsWait && job.beingRead())) {
                jobs.settle(nowNanos, job, false, reason, Delivery.NOW);
            }
        }
        jobs.close(nowNanos);
        if (!retain) {
            return null;
        }
        return new RetainedWrites(session.peer(), context, jobs, running);
    }

    void digest(Digest digest, long nowNanos) {
        long sum = 0;
        for (RunningWrite write : running.values()) {
            sum += new Digest()
                    .add(write.request.id)
                    .add(write.round.number)
                    .add((long) write.blocks)
                    .add(write.jobs.stream().map(job -> job.id).toList().toString())
                    .add(write.bytesSeen)
                    .add(
                            write.stallDeadline != null && write.stallDeadline.armed()
                                    ? write.stallDeadline.dueNanos() - nowNanos
                                    : -1)
                    .value();
        }
        digest.add(sum);
    }
}
