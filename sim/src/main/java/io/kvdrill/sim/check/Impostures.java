package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What impostors have said in the name of peers. A peer cannot tell it from that peer's own words: what follows from it for
 * the request that it was about is the impostor's doing.
 */
final class Impostures {
    private record Pair(String listener, String speaker) {}

    private final History history;
    private final Map<Pair, Set<String>> requests = new LinkedHashMap<>();

    Impostures(History history) {
        this.history = history;
    }

    void listen(Listeners listeners) {
        listeners.on(MessageReceived.class, (site, event, entry) -> {
            if (event.message() instanceof Message.RequestMessage role && history.forged(entry.cause())) {
                requests.computeIfAbsent(new Pair(site.id, event.peer()), first -> new LinkedHashSet<>())
                        .add(role.request());
            }
        });
    }

    /** Whether an impostor has told this listener, in the name of this peer, anything about a request. */
    boolean any(Site listener, String speaker) {
        return !requests.isEmpty() && requests.containsKey(new Pair(listener.id, speaker));
    }

    /** Whether an impostor has told this listener, in the name of this peer, anything about this request. */
    boolean about(Site listener, String speaker, String request) {
        return !requests.isEmpty()
                && requests.getOrDefault(new Pair(listener.id, speaker), Set.of())
                        .contains(request);
    }
}
