package io.kvdrill.scenarios.run;

import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What kept the blocks of a peer from requests: for each, the last load that failed or lookup that nobody answered. */
final class LocalPrefills {
    private final PeerNames peers;
    private final Map<String, String> requestOfLeg = new LinkedHashMap<>();
    private final Map<String, String> requestOfPeersName = new LinkedHashMap<>();
    private final Map<String, String> legOfJob = new LinkedHashMap<>();
    private final Map<String, String> reasons = new LinkedHashMap<>();

    private LocalPrefills(PeerNames peers) {
        this.peers = peers;
    }

    /** The reasons by request; a request that nothing was kept from has none. */
    static Map<String, String> of(List<TraceEntry> entries, PeerNames peers) {
        LocalPrefills seen = new LocalPrefills(peers);
        entries.forEach(entry -> seen.see(entry.peer(), entry.event()));
        return seen.reasons;
    }

    private void see(String at, TraceEvent event) {
        if (event instanceof EngineEvent.RequestEntered entered) {
            requestOfLeg.put(key(at, entered.engineRequest()), entered.request());
            requestOfPeersName.put(key(at, entered.kvRequest()), entered.request());
        } else if (event instanceof EngineEvent.JobOpened opened) {
            legOfJob.put(key(at, opened.job()), opened.engineRequest());
        } else if (event instanceof ClientEvent.LoadRefused refused) {
            load(at, refused.job(), "load from " + peers.of(refused.peer()) + " refused: " + refused.reason());
        } else if (event instanceof ClientEvent.LoadEnded ended && !ended.success()) {
            load(
                    at,
                    ended.job(),
                    "load from " + peers.of(ended.peer()) + " failed at age " + Texts.duration(ended.ageNanos()) + ": "
                            + ended.reason());
        } else if (event instanceof ClientEvent.LookupTimedOut lookup) {
            put(
                    requestOfPeersName.get(key(at, lookup.request())),
                    Texts.counted(lookup.unanswered(), "block") + " not answered for by " + peers.of(lookup.peer())
                            + " at age " + Texts.duration(lookup.ageNanos()));
        }
    }

    private void load(String at, long job, String reason) {
        String leg = legOfJob.get(key(at, job));
        put(leg == null ? null : requestOfLeg.get(key(at, leg)), reason);
    }

    private void put(@Nullable String request, String reason) {
        if (request != null) {
            reasons.put(request, peers.inText(reason));
        }
    }

    private static String key(String peer, Object name) {
        return peer + ' ' + name;
    }
}
