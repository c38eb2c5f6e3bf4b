package io.kvdrill.sim.check;

import io.kvdrill.core.trace.ServerEvent.WriteEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.ServerEvent.WritesCancelled;
import io.kvdrill.core.trace.SessionEvent.RegistrationSettled;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * I8 for registrations and completions: only the latest registration of a peer counts, a write goes by it, and a completion
 * comes to the peer whose write it is.
 */
final class RegistrationsChecker extends LawChecker {
    private record Started(String peer, long sequence) {}

    private static final class Table {
        final Map<String, Long> latest = new LinkedHashMap<>();
        final Map<Long, Started> writes = new LinkedHashMap<>();
    }

    private final PerSite<Table> tables = perLife(site -> new Table());

    RegistrationsChecker() {
        super(Law.I8, 36, 37, 38);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(
                RegistrationStarted.class,
                (site, event, entry) -> tables.of(site).latest.merge(event.peer(), event.generation(), Math::max));
        listeners.on(RegistrationSettled.class, (site, event, entry) -> {
            long latest = tables.of(site).latest.getOrDefault(event.peer(), event.generation());
            checked(latest > event.generation());
            if (event.generation() < latest) {
                broken(site)
                        .with(event.peer())
                        .statement(36)
                        .says("registration " + event.generation() + " of " + event.peer()
                                + " was judged as " + (event.ready() ? "ready" : "failed") + " although " + latest
                                + " had replaced it");
            }
        });
        listeners.on(WriteStarted.class, this::onStarted);
        listeners.on(WriteEnded.class, this::onEnded);
        listeners.on(
                WritesCancelled.class,
                (site, event, entry) -> event.transfers().forEach(tables.of(site).writes::remove));
    }

    private void onStarted(Site site, WriteStarted event, TraceEntry entry) {
        Table here = tables.of(site);
        Started before = here.writes.put(event.transfer(), new Started(event.peer(), entry.sequence()));
        long latest = here.latest.getOrDefault(event.peer(), event.generation());
        checked(before != null || latest > 1);
        if (before != null) {
            broken(site)
                    .with(event.peer())
                    .statement(38)
                    .request(event.request())
                    .round(event.round())
                    .since(before.sequence())
                    .says("a write got the id " + event.transfer() + ", which another one has that has not ended");
        }
        if (event.generation() < latest) {
            broken(site)
                    .with(event.peer())
                    .statement(36)
                    .request(event.request())
                    .round(event.round())
                    .says("a write to " + event.peer() + " goes by registration " + event.generation() + " although "
                            + latest + " had replaced it");
        }
    }

    private void onEnded(Site site, WriteEnded event, TraceEntry entry) {
        Started started = tables.of(site).writes.remove(event.transfer());
        checked(started != null && tables.of(site).latest.size() > 1);
        if (started != null && !started.peer().equals(event.peer())) {
            broken(site)
                    .with(event.peer())
                    .with(started.peer())
                    .statement(37)
                    .request(event.request())
                    .round(event.round())
                    .since(started.sequence())
                    .says("the session with " + event.peer() + " took the completion of transfer " + event.transfer()
                            + ", a write to " + started.peer());
        }
    }
}
