package io.kvdrill.core.testkit;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * What is older changes nothing: messages and acknowledgements that precede their sender's connect (I8, 31), answers of an
 * earlier round (17). And identities are what they should be (I7), slots where they should be (32), and an eviction takes
 * nobody who waits (35).
 */
final class LifeLaws {
    private record Ask(String peer, String request, BlockKey key) {}

    private record Round(String peer, String request, long round) {}

    private final String localId;
    private final Set<String> introduced = new LinkedHashSet<>();
    private final Map<Ask, Long> asked = new LinkedHashMap<>();
    private final Map<String, Message.LookupResponse> answering = new LinkedHashMap<>();
    private final Set<Round> waiting = new LinkedHashSet<>();

    LifeLaws(String localId) {
        this.localId = localId;
    }

    void onEvent(TraceEvent event) {
        if (event instanceof SessionEvent session) {
            onSession(session);
        } else if (event instanceof ClientEvent.ProbeRegistered probe) {
            asked.remove(new Ask(probe.peer(), probe.request(), probe.key())); // asked for anew, and not sent yet
        } else if (event instanceof ClientEvent.ProbeResolved probe) {
            onResolved(probe);
        } else if (event instanceof ServerEvent.DemandReceived demand) {
            if (demand.matched() < demand.keys()) {
                waiting.add(new Round(demand.peer(), demand.request(), demand.round()));
            }
        } else if (event instanceof ServerEvent.RoundEnded ended) {
            waiting.remove(new Round(ended.peer(), ended.request(), ended.round()));
        } else if (event instanceof ServerEvent.WriteStarted write) {
            waiting.remove(new Round(write.peer(), write.request(), write.round()));
            for (int i = 0; i < write.remote().size(); i++) {
                if (write.remote().get(i) >= Peers.BLOCKS) {
                    throw new LawBroken(
                            "32", "a write to slot " + write.remote().get(i) + ", outside of the peer's region");
                }
            }
        } else if (event instanceof ServerEvent.TerminalFetchReceived terminal) {
            waiting.removeIf(round ->
                    round.peer().equals(terminal.peer()) && round.request().equals(terminal.request()));
        } else if (event instanceof ManagerEvent.IdlePeerEvicted evicted
                && waiting.stream().anyMatch(round -> round.peer().equals(evicted.peer()))) {
            throw new LawBroken("35", evicted.peer() + " is evicted while its demand waits");
        }
    }

    private void onSession(SessionEvent event) {
        if (event instanceof SessionEvent.SessionOpened opened) {
            introduced.remove(opened.peer());
            if (opened.peer().equals(localId) || !opened.peer().matches(".+:[0-9]{1,5}")) {
                throw new LawBroken("I7", "a session with '" + opened.peer() + "'");
            }
        } else if (event instanceof SessionEvent.MessageReceived received) {
            onReceived(received);
        } else if (event instanceof SessionEvent.SessionReady ready && !introduced.contains(ready.peer())) {
            throw new LawBroken("31", "the session with " + ready.peer() + " is ready, and it has not connected");
        } else if (event instanceof SessionEvent.SessionClosed closed) {
            asked.keySet().removeIf(ask -> ask.peer().equals(closed.peer()));
            waiting.removeIf(round -> round.peer().equals(closed.peer()));
            answering.remove(closed.peer());
        } else if (event instanceof SessionEvent.MessageSent sent && sent.message() instanceof Message.Lookup lookup) {
            for (BlockKey key : lookup.keys()) {
                asked.put(new Ask(sent.peer(), lookup.request(), key), lookup.round());
            }
        }
    }

    private void onReceived(SessionEvent.MessageReceived received) {
        Message message = received.message();
        answering.remove(received.peer());
        if (message instanceof Message.Connect) {
            introduced.add(received.peer());
        } else if (message instanceof Message.RequestMessage && !introduced.contains(received.peer())) {
            throw new LawBroken("I8", message + " of " + received.peer() + ", which has not connected");
        } else if (message instanceof Message.LookupResponse response) {
            answering.put(received.peer(), response);
        }
    }

    private void onResolved(ClientEvent.ProbeResolved probe) {
        Message.LookupResponse response = answering.get(probe.peer());
        Long current = asked.get(new Ask(probe.peer(), probe.request(), probe.key()));
        if (response != null
                && response.round() != null
                && current != null
                && !response.round().equals(current)) {
            throw new LawBroken(
                    "17", "an answer of round " + response.round() + " resolves a probe of round " + current);
        }
    }
}
