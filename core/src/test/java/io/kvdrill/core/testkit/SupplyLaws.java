package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** What a producer has stored under an id, and its peer demands under it, is written to it, whatever the round (49). */
final class SupplyLaws {
    private record Round(String peer, String request, long round) {}

    private record Supply(String peer, String request, BlockKey key) {}

    private final Map<String, Message.Fetch> fetches = new LinkedHashMap<>();
    private final Map<Round, Set<BlockKey>> wanted = new LinkedHashMap<>();
    private final Map<Supply, Long> filed = new LinkedHashMap<>();
    private final Set<Round> lookedUp = new LinkedHashSet<>();

    void onEvent(TraceEvent event) {
        if (event instanceof SessionEvent.MessageReceived received) {
            if (received.message() instanceof Message.Fetch fetch) {
                fetches.put(received.peer(), fetch);
            }
        } else if (event instanceof SessionEvent.SessionClosed closed) {
            wanted.keySet().removeIf(round -> round.peer().equals(closed.peer()));
            filed.keySet().removeIf(supply -> supply.peer().equals(closed.peer()));
            lookedUp.removeIf(round -> round.peer().equals(closed.peer()));
        } else if (event instanceof ServerEvent server) {
            onServer(server);
        }
    }

    private void onServer(ServerEvent event) {
        if (event instanceof ServerEvent.DemandReceived demand) {
            Message.Fetch fetch = fetches.get(demand.peer());
            Round round = new Round(demand.peer(), demand.request(), demand.round());
            if (fetch != null && !lookedUp.contains(round)) { // what was looked up is served from its pins
                wanted.put(round, new LinkedHashSet<>(fetch.keys()));
            }
        } else if (event instanceof ServerEvent.LookupEnqueued lookup) {
            Round round = new Round(lookup.peer(), lookup.request(), lookup.round());
            lookedUp.add(round);
            wanted.remove(round);
        } else if (event instanceof ServerEvent.SupplyFiled supply && !supply.pinnedByLookup()) {
            supply.keys().forEach(key -> filed.put(new Supply(supply.peer(), supply.request(), key), supply.job()));
        } else if (event instanceof ServerEvent.WriteStarted write) {
            Set<BlockKey> keys = wanted.get(new Round(write.peer(), write.request(), write.round()));
            if (keys != null) {
                keys.removeAll(write.keys());
            }
            write.keys().forEach(key -> filed.remove(new Supply(write.peer(), write.request(), key)));
        } else if (event instanceof ServerEvent.WriteRefused write) {
            wanted.remove(new Round(write.peer(), write.request(), write.round()));
            // What was to be written is spent; which blocks they were is not said.
            filed.keySet()
                    .removeIf(supply -> supply.peer().equals(write.peer())
                            && supply.request().equals(write.request()));
        } else if (event instanceof ServerEvent.RoundEnded ended) {
            wanted.remove(new Round(ended.peer(), ended.request(), ended.round()));
        } else if (event instanceof ServerEvent.SupplyRemoved removed) {
            filed.values().removeIf(job -> job == removed.job());
        } else if (event instanceof ServerEvent.StoreEnded ended) {
            filed.values().removeIf(job -> job == ended.job());
        } else if (event instanceof ServerEvent.TerminalFetchReceived terminal) {
            wanted.keySet()
                    .removeIf(round -> round.peer().equals(terminal.peer())
                            && round.request().equals(terminal.request()));
        }
    }

    /** After a sweep: nothing waits for what is there. */
    void checkSwept() {
        wanted.forEach((round, keys) -> keys.forEach(key -> {
            if (filed.containsKey(new Supply(round.peer(), round.request(), key))) {
                throw new LawBroken(
                        "49", "demand of " + round + " waits for " + key + ", which is stored under its id");
            }
        }));
    }
}
