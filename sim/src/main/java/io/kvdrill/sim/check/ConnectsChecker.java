package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.SessionEvent.IdentityCollision;
import io.kvdrill.core.trace.SessionEvent.MessageDropped;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.PeerRefused;
import io.kvdrill.sim.engine.EngineEvent.ShutdownBegan;
import io.kvdrill.sim.network.NetworkEvent.FrameDelivered;
import io.kvdrill.sim.network.NetworkEvent.FrameLost;
import io.kvdrill.sim.network.NetworkEvent.FrameSent;
import io.kvdrill.sim.network.NetworkEvent.IdentityIgnored;
import io.kvdrill.sim.network.NetworkEvent.IdentityRefused;
import io.kvdrill.sim.network.NetworkEvent.InboundLinkClosed;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * I5, where a peer announces itself: it does so once for each connection, so a connect that has arrived opens or renews a
 * session, or is refused; it does not go down with the dead session of an earlier connection.
 */
final class ConnectsChecker extends LawChecker {
    private static final int STEPS_TO_NOTICE = 2;

    private static final class Arrived {
        final long frame;
        final long sequence;
        int steps;

        Arrived(long frame, long sequence) {
            this.frame = frame;
            this.sequence = sequence;
        }
    }

    /** A peer that shuts down takes up nobody: who announces itself then hears of the end by its connection. */
    private static final class Ending {
        boolean began;
    }

    private final Set<Long> onTheirWay = new LinkedHashSet<>();
    private final PerSite<Map<String, Arrived>> arrived = perLife(site -> new LinkedHashMap<>());
    private final PerSite<Ending> ending = perLife(site -> new Ending());

    ConnectsChecker() {
        super(Law.I5, 43);
    }

    @Override
    void listen(Listeners listeners) {
        String connect = Message.Type.CONNECT.wireName();
        listeners.on(FrameSent.class, (site, event, entry) -> {
            if (event.what().equals(connect)) {
                onTheirWay.add(event.frame());
            }
        });
        listeners.on(FrameDelivered.class, this::onDelivered);
        listeners.on(ShutdownBegan.class, (site, event, entry) -> {
            ending.of(site).began = true;
            arrived.of(site).clear();
        });
        listeners.on(FrameLost.class, (site, event, entry) -> lost(event.frame()));
        listeners.on(MessageReceived.class, (site, event, entry) -> {
            if (event.message() instanceof Message.Connect) {
                heard(site, event.peer());
            }
        });
        listeners.on(MessageDropped.class, (site, event, entry) -> heard(site, event.peer()));
        listeners.on(PeerRefused.class, (site, event, entry) -> heard(site, event.peer()));
        listeners.on(IdentityCollision.class, (site, event, entry) -> heard(site, event.peer()));
        listeners.on(IdentityIgnored.class, (site, event, entry) -> heard(site, event.identity()));
        listeners.on(IdentityRefused.class, (site, event, entry) -> heard(site, event.identity()));
        listeners.on(InboundLinkClosed.class, (site, event, entry) -> heard(site, event.identity()));
    }

    private void onDelivered(Site site, FrameDelivered event, TraceEntry entry) {
        if (onTheirWay.remove(event.frame()) && !ending.of(site).began) {
            checked(true);
            arrived.of(site).put(event.from(), new Arrived(event.frame(), entry.sequence()));
        }
    }

    /** A frame that was delivered is lost with its link, too, if that loses its identity before it was read. */
    private void lost(long frame) {
        onTheirWay.remove(frame);
        for (Site site : board().sites()) {
            arrived.of(site).values().removeIf(connect -> connect.frame == frame);
        }
    }

    private void heard(Site site, String peer) {
        Map<String, Arrived> here = arrived.of(site);
        if (!here.isEmpty()) {
            here.remove(peer);
        }
    }

    @Override
    void onStepEnd(Site site) {
        Map<String, Arrived> here = arrived.of(site);
        if (here.isEmpty()) {
            return;
        }
        here.entrySet().removeIf(one -> {
            Arrived connect = one.getValue();
            if (++connect.steps < STEPS_TO_NOTICE) {
                return false;
            }
            broken(site)
                    .with(one.getKey())
                    .statement(43)
                    .since(connect.sequence)
                    .says("a connect of " + one.getKey() + " has arrived, and " + site
                            + " neither heeds nor refuses it: it went down with a session that was dead");
            return true;
        });
    }
}
