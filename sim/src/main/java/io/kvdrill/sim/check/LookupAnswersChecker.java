package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.ServerEvent.LookupDropped;
import io.kvdrill.core.trace.ServerEvent.LookupEnqueued;
import io.kvdrill.core.trace.SessionEvent.MessageQueued;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.sim.check.Ids.LookupId;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * I1 for lookups, where they are served: each one with keys gets one answer, with its keys in its order, or an end that
 * its request or its session explains.
 */
final class LookupAnswersChecker extends LawChecker {
    private static final class Asked {
        final String request;
        final List<BlockKey> keys;
        final long sequence;

        Asked(String request, List<BlockKey> keys, long sequence) {
            this.request = request;
            this.keys = keys;
            this.sequence = sequence;
        }
    }

    private static final class Open {
        final Map<LookupId, Asked> lookups = new LinkedHashMap<>();
        Message.@Nullable Lookup received;

        @Nullable Asked answering;
    }

    private final PerSite<Open> open = perLife(site -> new Open());

    LookupAnswersChecker() {
        super(Law.I1, 13);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(MessageReceived.class, (site, event, entry) -> {
            if (event.message() instanceof Message.Lookup lookup) {
                open.of(site).received = lookup;
            }
        });
        listeners.on(LookupEnqueued.class, this::onEnqueued);
        listeners.on(LookupAnswered.class, this::onAnswered);
        listeners.on(MessageSent.class, (site, event, entry) -> onAnswer(site, event.peer(), event.message()));
        listeners.on(MessageQueued.class, (site, event, entry) -> onAnswer(site, event.peer(), event.message()));
        listeners.on(
                LookupDropped.class,
                (site, event, entry) -> open.of(site).lookups.remove(new LookupId(event.peer(), event.lookup())));
        listeners.on(
                SessionClosed.class,
                (site, event, entry) -> open.of(site)
                        .lookups
                        .keySet()
                        .removeIf(number -> number.peer().equals(event.peer())));
    }

    private void onEnqueued(Site site, LookupEnqueued event, TraceEntry entry) {
        Open here = open.of(site);
        Message.Lookup lookup = here.received;
        here.received = null;
        if (event.keys() > 0) {
            List<BlockKey> keys = lookup == null ? List.of() : lookup.keys();
            here.lookups.put(
                    new LookupId(event.peer(), event.lookup()), new Asked(event.request(), keys, entry.sequence()));
        }
    }

    private void onAnswered(Site site, LookupAnswered event, TraceEntry entry) {
        Open here = open.of(site);
        here.answering = here.lookups.remove(new LookupId(event.peer(), event.lookup()));
        checked(true);
        if (here.answering == null) {
            broken(site)
                    .with(event.peer())
                    .statement(13)
                    .request(event.request())
                    .round(event.round())
                    .says("lookup " + event.lookup() + " of request " + event.request()
                            + " was answered a second time, or never asked");
        }
    }

    private void onAnswer(Site site, String peer, Message message) {
        Open here = open.of(site);
        Asked asked = here.answering;
        if (asked == null || !(message instanceof Message.LookupResponse response)) {
            return;
        }
        here.answering = null;
        if (!asked.keys.isEmpty() && !response.keys().equals(asked.keys)) {
            broken(site)
                    .with(peer)
                    .statement(13)
                    .request(asked.request)
                    .since(asked.sequence)
                    .says("a lookup for " + asked.keys.size() + " keys got an answer with "
                            + response.keys().size() + ", not the same ones in the same order");
        }
    }

    @Override
    void onEnd(boolean quiescent) {
        for (Site site : board().sites()) {
            if (!quiescent || !site.judgeable()) {
                continue;
            }
            open.of(site).lookups.forEach((number, asked) -> {
                checked(true);
                broken(site)
                        .with(number.peer())
                        .statement(13)
                        .request(asked.request)
                        .since(asked.sequence)
                        .says("lookup " + number.lookup() + " of request " + asked.request
                                + " was never answered, though the session lives");
            });
        }
    }
}
