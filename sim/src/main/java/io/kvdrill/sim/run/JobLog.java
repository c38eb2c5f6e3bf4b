package io.kvdrill.sim.run;

import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceListener;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of the jobs of all engines, for the expectations about them. */
final class JobLog implements TraceListener {

    /** One job. */
    static final class Entry {
        final String engineRequest;
        final Direction direction;
        final long openedNanos;
        long endedNanos = -1;
        boolean success;
        String reason = "";

        Entry(String engineRequest, Direction direction, long openedNanos) {
            this.engineRequest = engineRequest;
            this.direction = direction;
            this.openedNanos = openedNanos;
        }

        boolean ended() {
            return endedNanos >= 0;
        }
    }

    private record Id(String peer, long job) {}

    private final Map<Id, Entry> open = new LinkedHashMap<>();
    private final List<Entry> all = new ArrayList<>();

    /** The jobs of a request's legs in one direction, in the order of their submission. */
    List<Entry> of(String request, Direction direction) {
        return all.stream()
                .filter(entry -> entry.direction == direction && entry.engineRequest.startsWith(request + "/"))
                .toList();
    }

    @Override
    public void onEntry(TraceEntry entry) {
        String peer = entry.peer();
        if (entry.event() instanceof EngineEvent.JobOpened opened) {
            Entry job = new Entry(opened.engineRequest(), opened.direction(), entry.worldNanos());
            open.put(new Id(peer, opened.job()), job);
            all.add(job);
        } else if (entry.event() instanceof EngineEvent.JobEnded ended) {
            Entry job = open.remove(new Id(peer, ended.job()));
            if (job != null) {
                job.endedNanos = entry.worldNanos();
                job.success = ended.success();
            }
        } else if (entry.event() instanceof EngineEvent.EngineStarted) {
            open.keySet().removeIf(id -> id.peer().equals(peer));
        } else if (entry.event() instanceof ClientEvent.LoadEnded ended) {
            reason(peer, ended.job(), ended.reason());
        } else if (entry.event() instanceof ClientEvent.LoadRefused refused) {
            reason(peer, refused.job(), refused.reason());
        } else if (entry.event() instanceof ServerEvent.StoreEnded ended) {
            reason(peer, ended.job(), ended.reason());
        } else if (entry.event() instanceof ManagerEvent.ParkedStoresReaped reaped) {
            reaped.jobs().forEach(job -> reason(peer, job, "nobody fetched its id in time"));
        } else if (entry.event() instanceof ManagerEvent.ParkedStoresFailed failed) {
            failed.jobs().forEach(job -> reason(peer, job, failed.reason()));
        }
    }

    private void reason(String peer, long job, String reason) {
        Entry entry = open.get(new Id(peer, job));
        if (entry != null) {
            entry.reason = reason;
        }
    }
}
