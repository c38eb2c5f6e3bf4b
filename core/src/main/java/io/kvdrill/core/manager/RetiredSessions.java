package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.AbortAckTimeoutAction;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.session.ClosedSession;
import io.kvdrill.core.session.HeldLoad;
import io.kvdrill.core.session.RetainedWrites;
import io.kvdrill.core.session.Settled;
import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.tier.TierResult.ReleaseProof;
import io.kvdrill.core.tier.TierResult.SlotsReleased;
import io.kvdrill.core.trace.ClientEvent.LoadSlotsReleased;
import io.kvdrill.core.trace.SessionEvent.FenceCompleted;
import io.kvdrill.core.trace.SessionEvent.FenceStarted;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.DataCapabilities;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What closed sessions leave running: our writes that have not ended, and slots that a peer may still write to. Where slots
 * are released on proof only, the peer's data path is fenced to get it.
 */
final class RetiredSessions {

    private static final class Retired {
        final String peer;
        final List<HeldLoad> held;
        final @Nullable RetainedWrites writes;
        final Set<Registration> unfenced = new LinkedHashSet<>();
        final Set<Registration> registrations = new LinkedHashSet<>();

        Retired(String peer, List<HeldLoad> held, @Nullable RetainedWrites writes) {
            this.peer = peer;
            this.held = new ArrayList<>(held);
            this.writes = writes;
        }

        boolean over() {
            return held.isEmpty() && (writes == null || writes.isEmpty());
        }
    }

    private final Rules rules;
    private final DataTransport data;
    private final TraceSink trace;
    private final Map<Registration, Retired> byRegistration = new LinkedHashMap<>();
    private final Set<Retired> all = new LinkedHashSet<>();

    RetiredSessions(Rules rules, DataTransport data, TraceSink trace) {
        this.rules = rules;
        this.data = data;
        this.trace = trace;
    }

    /** Takes over what a closed session has left, if anything. */
    void add(String peer, ClosedSession closed) {
        Retired retired = new Retired(peer, closed.held(), closed.retained());
        if (retired.over()) {
            return;
        }
        all.add(retired);
        retired.registrations.addAll(closed.registrations());
        for (Registration registration : retired.registrations) {
            byRegistration.put(registration, retired);
        }
        if (rules.is(Rows.ABORT_ACK_TIMEOUT_ACTION, AbortAckTimeoutAction.HOLD_UNTIL_FENCED)) {
            fence(retired);
        }
    }

    private void fence(Retired retired) {
        DataCapabilities can = data.capabilities();
        boolean useful =
                (can.fencesInbound() && !retired.held.isEmpty()) || (can.fencesOutbound() && retired.writes != null);
        if (!useful) {
            return;
        }
        for (Registration registration : retired.registrations) {
            retired.unfenced.add(registration);
            trace.emit(new FenceStarted(retired.peer, registration.generation()));
            data.fence(registration);
        }
    }

    /** The data transport has something to collect for a registration that no session owns. */
    List<Settled> onCompletions(long nowNanos, Registration registration) {
        Retired retired = byRegistration.get(registration);
        if (retired == null || retired.writes == null) {
            return List.of();
        }
        List<Settled> results = retired.writes.collect(nowNanos, registration);
        forgetIfOver(retired);
        return results;
    }

    /** A registration is fenced: nothing can land any more in what its loads held. */
    List<Settled> onFenced(long nowNanos, Registration registration) {
        Retired retired = byRegistration.get(registration);
        trace.emit(new FenceCompleted(registration.peer(), registration.generation()));
        if (retired == null
                || !retired.unfenced.remove(registration)
                || !retired.unfenced.isEmpty()
                || !data.capabilities().fencesInbound()) {
            return List.of();
        }
        List<Settled> results = new ArrayList<>();
        for (HeldLoad load : retired.held) {
            trace.emit(new LoadSlotsReleased(
                    retired.peer,
                    load.request(),
                    load.job(),
                    load.round(),
                    ReleaseProof.FENCED,
                    nowNanos - load.heldSinceNanos()));
            results.add(
                    new Settled(new SlotsReleased(load.job(), Direction.LOAD, ReleaseProof.FENCED), load.request()));
        }
        retired.held.clear();
        forgetIfOver(retired);
        return results;
    }

    private void forgetIfOver(Retired retired) {
        if (retired.over()) {
            all.remove(retired);
            retired.registrations.forEach(byRegistration::remove);
        }
    }

    /** The writes that still run. */
    List<Long> transfers() {
        List<Long> transfers = new ArrayList<>();
        for (Retired retired : all) {
            if (retired.writes != null) {
                transfers.addAll(retired.writes.transfers());
            }
        }
        return transfers;
    }

    /** How many are left, be it only under a registration that would find them. */
    int size() {
        Set<Retired> left = new LinkedHashSet<>(all);
        left.addAll(byRegistration.values());
        return left.size();
    }

    void digest(Digest digest) {
        long sum = 0;
        for (Retired retired : all) {
            Digest one = new Digest().add(retired.peer).add((long) retired.unfenced.size());
            for (HeldLoad load : retired.held) {
                one.add(load.job());
            }
            one.add(retired.writes == null ? "" : retired.writes.transfers().toString());
            sum += one.value();
        }
        digest.add(sum);
    }
}
