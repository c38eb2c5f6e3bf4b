package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.BlockKey;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ServerEvent.HitsPinned;
import io.kvdrill.core.trace.ServerEvent.LookupAnswered;
import io.kvdrill.core.trace.ServerEvent.LookupDropped;
import io.kvdrill.core.trace.ServerEvent.StoreEnded;
import io.kvdrill.core.trace.SessionEvent.MessageQueued;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.sim.check.Ids.LookupId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** I2 where it begins: a block that an answer calls a hit is pinned, and still is when the answer leaves. */
final class PinnedHitsChecker extends LawChecker {
    private static final class Pins {
        final Map<Long, Set<BlockKey>> byJob = new LinkedHashMap<>();

        boolean hold(BlockKey key) {
            for (Set<BlockKey> keys : byJob.values()) {
                if (keys.contains(key)) {
                    return true;
                }
            }
            return false;
        }
    }

    private static final class Open {
        final Map<LookupId, Pins> lookups = new LinkedHashMap<>();
        final Map<Long, LookupId> jobs = new LinkedHashMap<>();

        @Nullable Pins answering;

        boolean answers;
    }

    private final PerSite<Open> open = perLife(site -> new Open());

    PinnedHitsChecker() {
        super(Law.I2, 16);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(HitsPinned.class, (site, event, entry) -> {
            LookupId number = new LookupId(event.peer(), event.lookup());
            open.of(site)
                    .lookups
                    .computeIfAbsent(number, first -> new Pins())
                    .byJob
                    .put(event.job(), new LinkedHashSet<>(event.keys()));
            open.of(site).jobs.put(event.job(), number);
        });
        listeners.on(StoreEnded.class, (site, event, entry) -> {
            LookupId number = open.of(site).jobs.remove(event.job());
            Pins pins = number == null ? null : open.of(site).lookups.get(number);
            if (pins != null) {
                pins.byJob.remove(event.job());
            }
        });
        listeners.on(LookupAnswered.class, (site, event, entry) -> {
            Open here = open.of(site);
            here.answering = here.lookups.remove(new LookupId(event.peer(), event.lookup()));
            here.answers = true;
        });
        listeners.on(
                LookupDropped.class,
                (site, event, entry) -> open.of(site).lookups.remove(new LookupId(event.peer(), event.lookup())));
        listeners.on(MessageSent.class, (site, event, entry) -> onAnswer(site, event.peer(), event.message()));
        listeners.on(MessageQueued.class, (site, event, entry) -> onAnswer(site, event.peer(), event.message()));
        listeners.on(
                SessionClosed.class,
                (site, event, entry) -> open.of(site)
                        .lookups
                        .keySet()
                        .removeIf(number -> number.peer().equals(event.peer())));
    }

    private void onAnswer(Site site, String peer, Message message) {
        Open here = open.of(site);
        if (!here.answers || !(message instanceof Message.LookupResponse response)) {
            return;
        }
        here.answers = false;
        Pins pins = here.answering;
        here.answering = null;
        int hits = 0;
        int loose = 0;
        for (int i = 0; i < response.keys().size(); i++) {
            if (response.hits().get(i)) {
                hits++;
                loose += pins != null && pins.hold(response.keys().get(i)) ? 0 : 1;
            }
        }
        checked(hits > 0);
        if (loose > 0) {
            broken(site)
                    .with(peer)
                    .statement(16)
                    .request(response.request())
                    .says("an answer calls " + hits + " blocks of request " + response.request() + " hits; " + loose
                            + " of them are not pinned for it");
        }
    }
}
