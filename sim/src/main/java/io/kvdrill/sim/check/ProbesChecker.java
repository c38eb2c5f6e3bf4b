package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.ClientEvent.ProbeResolved;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.SessionEvent.MessageQueued;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.sim.check.Ids.Ask;
import io.kvdrill.sim.network.NetworkEvent.FrameLost;
import io.kvdrill.sim.network.NetworkEvent.FrameSent;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * I11 where the consumer decides: a hit is an answer to a probe of the current round, a fetch names only such hits, and no
 * answer serves two fetches.
 */
final class ProbesChecker extends LawChecker {
    private record Sent(List<BlockKey> keys, long round) {}

    private static final class Probes {
        final Set<BlockKey> confirmed = new LinkedHashSet<>();
        final List<Sent> unanswered = new ArrayList<>();
    }

    private static final class Client {
        final Map<Ask, Probes> asked = new LinkedHashMap<>();

        @Nullable Sent answered;
    }

    private final PerSite<Client> clients = perLife(site -> new Client());
    /** By peer: the rounds of answers that have not left yet, oldest first. */
    private final PerSite<Map<String, Deque<Long>>> leaving = perLife(site -> new LinkedHashMap<>());

    private final Map<Long, Long> roundOfFrame = new LinkedHashMap<>();

    ProbesChecker() {
        super(Law.I11, 17, 18, 19);
    }

    @Override
    void listen(Listeners listeners) {
        listenToAnswers(listeners);
        listeners.on(MessageSent.class, this::onSent);
        listeners.on(
                MessageQueued.class, (site, event, entry) -> forgetIfTerminal(site, event.peer(), event.message()));
        listeners.on(MessageReceived.class, this::onReceived);
        listeners.on(ProbeResolved.class, this::onResolved);
        listeners.on(LoadStarted.class, this::onLoad);
        listeners.on(
                SessionClosed.class,
                (site, event, entry) -> clients.of(site)
                        .asked
                        .keySet()
                        .removeIf(ask -> ask.peer().equals(event.peer())));
    }

    /** Which round an answer belongs to, only the peer knows that gives it: an older answer does not say it itself. */
    private void listenToAnswers(Listeners listeners) {
        String answer = Message.Type.LOOKUP_RESPONSE.wireName();
        listeners.on(LookupAnswered.class, (site, event, entry) -> {
            if (event.hits() + event.misses() > 0) {
                leaving.of(site)
                        .computeIfAbsent(event.peer(), first -> new ArrayDeque<>())
                        .add(event.round());
            }
        });
        listeners.on(FrameSent.class, (site, event, entry) -> {
            Deque<Long> rounds = event.what().equals(answer) ? leaving.of(site).get(event.to()) : null;
            Long round = rounds == null ? null : rounds.poll();
            if (round != null) {
                roundOfFrame.put(event.frame(), round);
            }
        });
        listeners.on(FrameLost.class, (site, event, entry) -> roundOfFrame.remove(event.frame()));
        listeners.on(
                SessionClosed.class, (site, event, entry) -> leaving.of(site).remove(event.peer()));
    }

    /** How many requests it keeps something of. */
    int kept(Site site) {
        return clients.of(site).asked.size();
    }

    private Probes probes(Site site, String peer, String request) {
        return clients.of(site).asked.computeIfAbsent(new Ask(peer, request), first -> new Probes());
    }

    private void onSent(Site site, MessageSent event, TraceEntry entry) {
        if (event.message() instanceof Message.Lookup lookup) {
            probes(site, event.peer(), lookup.request()).unanswered.add(new Sent(lookup.keys(), lookup.round()));
        } else {
            forgetIfTerminal(site, event.peer(), event.message());
        }
    }

    private void forgetIfTerminal(Site site, String peer, Message message) {
        if (message instanceof Message.Fetch fetch && fetch.terminal()) {
            clients.of(site).asked.remove(new Ask(peer, fetch.request()));
        }
    }

    private void onReceived(Site site, MessageReceived event, TraceEntry entry) {
        Client client = clients.of(site);
        client.answered = null;
        if (event.message() instanceof Message.LookupResponse response) {
            Probes probes = client.asked.get(new Ask(event.peer(), response.request()));
            if (probes != null) {
                client.answered = take(probes, response);
            }
            Long round = roundOfFrame.remove(board().history().frameOf(entry.cause()));
            if (round != null) {
                client.answered = new Sent(response.keys(), round);
            }
        }
    }

    /** The lookup that this answers; the oldest one where several asked the same. */
    private static @Nullable Sent take(Probes probes, Message.LookupResponse response) {
        for (Sent sent : probes.unanswered) {
            boolean sameRound = response.round() == null || response.round() == sent.round();
            if (sameRound && sent.keys().equals(response.keys())) {
                probes.unanswered.remove(sent);
                return sent;
            }
        }
        return null;
    }

    private void onResolved(Site site, ProbeResolved event, TraceEntry entry) {
        Probes probes = probes(site, event.peer(), event.request());
        if (event.hit()) {
            probes.confirmed.add(event.key());
        } else {
            probes.confirmed.remove(event.key());
        }
        Sent answered = clients.of(site).answered;
        checked(event.hit() && answered != null);
        if (event.hit() && answered != null && answered.round() != event.round()) {
            broken(site)
                    .with(event.peer())
                    .statement(17)
                    .request(event.request())
                    .round(event.round())
                    .says("an answer to a lookup of round " + number(answered.round()) + " of request "
                            + event.request() + " was taken for a hit of round " + number(event.round()));
        }
    }

    private void onLoad(Site site, LoadStarted event, TraceEntry entry) {
        if (event.mode() != LoadMode.SYMMETRIC) {
            return;
        }
        Ask ask = new Ask(event.peer(), event.request());
        Probes probes = clients.of(site).asked.get(ask);
        int unconfirmed = 0;
        for (BlockKey key : event.keys()) {
            unconfirmed += probes != null && probes.confirmed.contains(key) ? 0 : 1;
        }
        checked(true);
        if (unconfirmed > 0) {
            broken(site)
                    .with(event.peer())
                    .statement(18)
                    .request(event.request())
                    .job(event.job())
                    .round(event.round())
                    .says("load " + event.job() + " of request " + event.request() + " fetches " + unconfirmed
                            + (unconfirmed == 1 ? " block" : " blocks")
                            + " that no answer since the last fetch called a hit");
        }
        if (probes != null) {
            probes.confirmed.clear();
            if (probes.unanswered.isEmpty()) {
                clients.of(site).asked.remove(ask);
            }
        }
    }
}
