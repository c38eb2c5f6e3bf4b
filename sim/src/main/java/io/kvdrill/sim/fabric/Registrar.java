package io.kvdrill.sim.fabric;

import io.kvdrill.core.transport.DataTransport.RegistrationMode;
import io.kvdrill.core.transport.MemoryRegion;
import io.kvdrill.core.transport.Registration.State;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.HostThread;
import io.kvdrill.sim.kernel.Kernel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Registers peers' memory: on the caller's thread, which stands still meanwhile, or on one worker, which does one after
 * the other. What was superseded before the worker came to it is built all the same, and thrown away.
 */
final class Registrar {
    private record Outcome(State state, @Nullable String reason, long nanos) {}

    private record Job(SimRegistration registration, Outcome outcome, RegistrationPlan plan) {}

    private final SimDataTransport transport;
    private final Kernel kernel;
    private final EventLabel label;
    private final Map<String, Long> generations = new LinkedHashMap<>();
    private final Map<String, SimRegistration> pending = new LinkedHashMap<>();
    private final Deque<Job> queue = new ArrayDeque<>();
    private @Nullable Job running;
    private long runningUntilNanos;

    Registrar(SimDataTransport transport) {
        this.transport = transport;
        this.kernel = transport.fabric().kernel();
        this.label = new EventLabel("data_registration", transport.peer());
    }

    SimRegistration register(String peer, MemoryRegion remote, RegistrationMode mode) {
        SimRegistration earlier = pending.remove(peer);
        if (earlier != null) {
            supersede(earlier);
        }
        SimDataTransport target = transport.fabric().agent(remote.agentMetadata());
        SimRegistration registration = new SimRegistration(transport, peer, nextGeneration(peer), target);
        RegistrationPlan plan = transport.fabric().faults().planRegistration(transport.peer(), peer);
        Outcome outcome = outcome(remote, target, plan);
        if (mode == RegistrationMode.INLINE) {
            inline(registration, outcome, plan);
        } else {
            pending.put(peer, registration);
            plan.onRelease(() -> released(registration));
            transport.endpoint().host().leave(() -> {
                queue.add(new Job(registration, outcome, plan));
                work();
            });
        }
        return registration;
    }

    void remove(SimRegistration registration) {
        State state = registration.state();
        if (state == State.PENDING) {
            nextGeneration(registration.peer());
            pending.remove(registration.peer(), registration);
            supersede(registration);
        } else if (state == State.READY) {
            nextGeneration(registration.peer());
            registration.become(State.REMOVED, null);
        }
    }

    /** How long the worker is busy with what it was given; {@link Long#MAX_VALUE} where it hangs. */
    long busyNanos() {
        Job current = running;
        if (current == null) {
            return 0;
        }
        if (current.plan().hangs) {
            return Long.MAX_VALUE;
        }
        long nanos = runningUntilNanos - kernel.nowNanos();
        for (Job job : queue) {
            if (job.plan().hangs) {
                return Long.MAX_VALUE;
            }
            nanos += job.outcome().nanos();
        }
        return nanos;
    }

    private void inline(SimRegistration registration, Outcome outcome, RegistrationPlan plan) {
        began(registration, outcome);
        HostThread host = transport.endpoint().host();
        host.stall("registration of " + registration.peer(), outcome.nanos());
        if (plan.hangs) {
            HostThread.Block block = host.block("registration of " + registration.peer());
            plan.onRelease(block::release);
        }
        registration.become(outcome.state(), outcome.reason());
        host.leave(() -> ended(registration, outcome));
    }

    private void work() {
        if (running != null || queue.isEmpty() || transport.dead()) {
            return;
        }
        Job job = queue.remove();
        running = job;
        began(job.registration(), job.outcome());
        runningUntilNanos = kernel.nowNanos() + job.outcome().nanos();
        if (!job.plan().hangs) {
            kernel.at(runningUntilNanos, label, () -> done(job));
        }
    }

    /** The fault that made a registration hang has ended; if its turn has come, so has its end. */
    private void released(SimRegistration registration) {
        Job current = running;
        if (current != null && current.registration() == registration) {
            done(current);
        }
    }

    private void done(Job job) {
        if (transport.dead()) {
            return;
        }
        running = null;
        SimRegistration registration = job.registration();
        Outcome outcome = transport.gone() ? new Outcome(State.FAILED, "the data plane is down", 0) : job.outcome();
        ended(registration, outcome);
        if (registration.state() == State.PENDING) {
            pending.remove(registration.peer(), registration);
            registration.decide(outcome.state(), outcome.reason());
            transport.hasSettled(registration);
        }
        work();
    }

    private void supersede(SimRegistration registration) {
        registration.become(State.SUPERSEDED, null);
        transport.hasSettled(registration);
    }

    private Outcome outcome(MemoryRegion remote, @Nullable SimDataTransport target, RegistrationPlan plan) {
        long nanos = transport.endpoint().plane().registrationNanos()
                + Math.multiplyExact(transport.endpoint().plane().registrationNanosPerBlock(), remote.blockCount())
                + plan.delayNanos;
        if (plan.rejected != null) {
            return new Outcome(State.REJECTED, plan.rejected, nanos);
        }
        if (plan.failed != null) {
            return new Outcome(State.FAILED, plan.failed, nanos);
        }
        String refusal = refusal(remote, target);
        return new Outcome(refusal == null ? State.READY : State.REJECTED, refusal, nanos);
    }

    private @Nullable String refusal(MemoryRegion remote, @Nullable SimDataTransport target) {
        if (target == null) {
            return "the agent metadata is unknown: " + remote.agentMetadata().size() + " bytes";
        }
        if (target == transport) {
            return "the agent is this one";
        }
        MemoryRegion actual = target.region();
        boolean fits = remote.baseAddress() == actual.baseAddress()
                && remote.blockBytes() == actual.blockBytes()
                && Long.compareUnsigned(remote.blockCount(), actual.blockCount()) <= 0;
        return fits ? null : "the agent has no such region";
    }

    private void began(SimRegistration registration, Outcome outcome) {
        transport
                .trace()
                .emit(new FabricEvent.RegistrationBegan(
                        registration.peer(), registration.generation(), registration.life(), outcome.nanos()));
    }

    private void ended(SimRegistration registration, Outcome outcome) {
        boolean superseded = registration.state() == State.SUPERSEDED || registration.state() == State.REMOVED;
        String reason = outcome.reason();
        transport
                .trace()
                .emit(new FabricEvent.RegistrationEnded(
                        registration.peer(),
                        registration.generation(),
                        superseded ? "superseded" : SimDataTransport.word(outcome.state()),
                        superseded || reason == null ? "" : reason));
    }

    private long nextGeneration(String peer) {
        return generations.merge(peer, 1L, Long::sum);
    }
}
