package io.kvdrill.sim.check;

import io.kvdrill.core.trace.ManagerEvent.RequestOpened;
import io.kvdrill.core.trace.SessionEvent.DialRefused;
import io.kvdrill.core.trace.SessionEvent.IdentityCollision;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.sim.network.NetworkEvent.IdentityHandedOver;
import io.kvdrill.sim.network.NetworkEvent.IdentityIgnored;
import io.kvdrill.sim.network.NetworkEvent.IdentityRefused;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;

/** I7: an engine has no session with itself, and no life of a peer is shut out by an earlier one without a word. */
final class IdentityChecker extends LawChecker {

    /** Peers of which a life has connected, in this step, that another one had replaced. */
    private final PerSite<Map<String, Long>> collided = perLife(site -> new LinkedHashMap<>());

    IdentityChecker() {
        super(Law.I7);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(
                RequestOpened.class,
                (site, event, entry) -> checked(event.sourcePeer().equals(site.id)));
        listeners.on(SessionOpened.class, this::onOpened);
        listeners.on(IdentityIgnored.class, this::onIgnored);
        listeners.on(IdentityCollision.class, (site, event, entry) -> {
            checked(true);
            collided.of(site).put(event.peer(), entry.sequence());
        });
        listeners.on(RegistrationStarted.class, this::onRegistration);
        listeners.on(IdentityHandedOver.class, (site, event, entry) -> checked(true));
        listeners.on(IdentityRefused.class, (site, event, entry) -> loud(site, event.identity(), event.reason()));
        listeners.on(PeerRefused.class, (site, event, entry) -> loud(site, event.peer(), event.reason()));
        listeners.on(DialRefused.class, (site, event, entry) -> loud(site, event.peer(), event.reason()));
    }

    private void onOpened(Site site, SessionOpened event, TraceEntry entry) {
        boolean itself = event.peer().equals(site.id);
        checked(itself);
        if (itself) {
            broken(site).says(site + " opened a session with itself; a self-dial is to be refused");
        }
    }

    private void onRegistration(Site site, RegistrationStarted event, TraceEntry entry) {
        Long since = collided.of(site).get(event.peer());
        if (since != null) {
            broken(site)
                    .with(event.peer())
                    .since(since)
                    .says(site + " registers a life of " + event.peer() + " that another one had replaced before");
        }
    }

    @Override
    void onStepEnd(Site site) {
        collided.of(site).clear();
    }

    private void onIgnored(Site site, IdentityIgnored event, TraceEntry entry) {
        Site claimed = board().find(event.identity());
        checked(claimed != null && claimed.life > 1);
        if (claimed != null && claimed.life > 1) {
            broken(site)
                    .with(event.identity())
                    .says(
                            "life " + claimed.life + " of " + event.identity() + " connected to " + site
                                    + " and is not heard: its identity is still held by an earlier connection, and nobody is told");
        }
    }

    private void loud(Site site, String peer, String reason) {
        checked(peer.equals(site.id));
        if (reason.isBlank()) {
            broken(site).with(peer).says(peer + " was refused by " + site + " without a reason");
        }
    }
}
