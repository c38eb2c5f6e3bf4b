package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.manager.TransferParams.Source;
import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.TraceSink;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What can be seen of a tier's client role. A load counts as started when its fetch leaves. */
final class ClientSight {
    private static final class Load {
        final Source source;
        final TransferJob job;
        long round = -1;
        long sinceNanos;
        long endedNanos;

        Load(Source source, TransferJob job, long now) {
            this.source = source;
            this.job = job;
            this.sinceNanos = now;
        }

        LoadMode mode() {
            return source.symmetric() ? LoadMode.SYMMETRIC : LoadMode.PD;
        }
    }

    private record Probe(String peer, String request, BlockKey key) {}

    private final TraceSink trace;
    private final Map<Long, Load> loads = new LinkedHashMap<>();
    private final Set<Probe> probes = new LinkedHashSet<>();
    private long nowNanos;

    ClientSight(TraceSink trace) {
        this.trace = trace;
    }

    void at(long now) {
        nowNanos = now;
    }

    void submitted(TransferJob job, Source source) {
        loads.put(job.id(), new Load(source, job, nowNanos));
    }

    void lookedUp(Source source, BlockKey key, LookupOutcome outcome) {
        if (outcome == LookupOutcome.RETRY && probes.add(new Probe(source.peer(), source.request(), key))) {
            trace.emit(new ClientEvent.ProbeRegistered(source.peer(), source.request(), key));
        }
    }

    /** A message is about to leave. */
    void sending(String peer, Message message) {
        if (message instanceof Message.Fetch fetch) {
            probes.removeIf(
                    probe -> probe.peer().equals(peer) && probe.request().equals(fetch.request()));
            Load load = fetch.terminal() ? null : unsent(peer, fetch);
            if (load != null) {
                load.round = fetch.round();
                trace.emit(new ClientEvent.LoadStarted(
                        peer,
                        fetch.request(),
                        load.job.id(),
                        fetch.round(),
                        load.mode(),
                        load.job.keys(),
                        load.job.slots()));
            }
        } else if (message instanceof Message.AbortFetch abort) {
            for (Load load : loads.values()) {
                if (load.round == abort.round() && isOf(load, peer, abort.request())) {
                    trace.emit(new ClientEvent.LoadAborting(
                            peer, abort.request(), load.job.id(), abort.round(), "the tier does not say"));
                }
            }
        }
    }

    private @Nullable Load unsent(String peer, Message.Fetch fetch) {
        for (Load load : loads.values()) {
            if (load.round < 0
                    && isOf(load, peer, fetch.request())
                    && load.job.slots().equals(fetch.blockIndexes())) {
                return load;
            }
        }
        return null;
    }

    private static boolean isOf(Load load, String peer, String request) {
        return load.source.peer().equals(peer) && load.source.request().equals(request);
    }

    void received(String peer, Message message) {
        if (message instanceof Message.LookupResponse response) {
            for (int i = 0; i < response.keys().size(); i++) {
                if (probes.contains(
                        new Probe(peer, response.request(), response.keys().get(i)))) {
                    trace.emit(new ClientEvent.ProbeResolved(
                            peer,
                            response.request(),
                            response.keys().get(i),
                            response.hits().get(i),
                            response.round() == null ? 0 : response.round()));
                }
            }
        }
    }

    /** How many loads from a peer have no result yet. */
    int openLoads(String peer) {
        return (int) loads.values().stream()
                .filter(load -> load.endedNanos == 0 && load.source.peer().equals(peer))
                .count();
    }

    void ended(TierResult.JobFinished result, String reason) {
        Load load = result.slotsHeld() ? loads.get(result.job()) : loads.remove(result.job());
        if (load == null) {
            return;
        }
        load.endedNanos = nowNanos;
        trace.emit(new ClientEvent.LoadEnded(
                load.source.peer(),
                load.source.request(),
                result.job(),
                Math.max(load.round, 0),
                load.mode(),
                result.success(),
                result.slotsHeld(),
                reason,
                nowNanos - load.sinceNanos));
    }

    void released(TierResult.SlotsReleased result) {
        Load load = loads.remove(result.job());
        if (load != null) {
            trace.emit(new ClientEvent.LoadSlotsReleased(
                    load.source.peer(),
                    load.source.request(),
                    result.job(),
                    Math.max(load.round, 0),
                    result.proof(),
                    nowNanos - load.endedNanos));
        }
    }
}
