package io.kvdrill.scenarios.run;

import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.scenarios.format.unit.Texts;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.World;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What kept the blocks of a peer from requests: for each, the last load that failed or lookup that nobody answered, and
 * the slots that were not free for them.
 */
final class LocalPrefills {
    private final PeerNames peers;
    private final World world;
    private final Set<String> producing = new HashSet<>();
    private final Map<String, String> notStored = new LinkedHashMap<>();
    private final Map<String, String> notLoaded = new LinkedHashMap<>();
    private final Map<String, String> requestOfLeg = new LinkedHashMap<>();
    private final Map<String, String> requestOfPeersName = new LinkedHashMap<>();
    private final Map<String, String> legOfJob = new LinkedHashMap<>();
    private final Map<String, String> reasons = new LinkedHashMap<>();

    private LocalPrefills(World world, PeerNames peers) {
        this.world = world;
        this.peers = peers;
    }

    /** The reasons by request; a request that nothing was kept from has none. */
    static Map<String, String> of(World world, List<TraceEntry> entries, PeerNames peers) {
        LocalPrefills seen = new LocalPrefills(world, peers);
        entries.forEach(entry -> seen.see(entry.peer(), entry.event()));
        Map<String, String> all = new LinkedHashMap<>(seen.notStored);
        for (Map<String, String> later : List.of(seen.notLoaded, seen.reasons)) {
            later.forEach((request, reason) -> all.merge(request, reason, (before, after) -> before + "; " + after));
        }
        return all;
    }

    private void see(String at, TraceEvent event) {
        if (event instanceof EngineEvent.RequestEntered entered) {
            if (entered.leg() == EngineEvent.Leg.PRODUCE) {
                producing.add(key(at, entered.engineRequest()));
            }
            requestOfLeg.put(key(at, entered.engineRequest()), entered.request());
            requestOfPeersName.put(key(at, entered.kvRequest()), entered.request());
        } else if (event instanceof EngineEvent.StoreSkipped skipped) {
            notStored(at, skipped);
        } else if (event instanceof EngineEvent.SlotsReserved reserved) {
            stored(at, reserved);
        } else if (event instanceof EngineEvent.PromotionSkipped skipped) {
            notLoaded(at, key(at, skipped.engineRequest()));
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

    /** A consumer that keeps no blocks for itself loses nothing that a peer has. */
    private void notStored(String at, EngineEvent.StoreSkipped skipped) {
        String leg = key(at, skipped.engineRequest());
        String request = requestOfLeg.get(leg);
        if (request != null && producing.contains(leg)) {
            notStored.put(
                    request,
                    peers.of(at) + " did not store " + Texts.count(skipped.blocks()) + " of its blocks: too few of the "
                            + Texts.counted(world.peer(peers.of(at)).slots(), "slot") + " there were free");
        }
    }

    /** What was skipped in one step is tried again in the next. */
    private void stored(String at, EngineEvent.SlotsReserved reserved) {
        String request = requestOfLeg.get(key(at, reserved.engineRequest()));
        if (request != null && reserved.purpose() == EngineEvent.Purpose.COMPUTED) {
            notStored.remove(request);
        }
    }

    private void notLoaded(String at, String leg) {
        String request = requestOfLeg.get(leg);
        if (request != null) {
            notLoaded.put(request, peers.of(at) + " had no free slot for some of its blocks");
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
