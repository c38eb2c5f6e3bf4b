package io.kvdrill.sim.network;

import io.kvdrill.core.profile.Choices.RouterHandover;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.kernel.Kernel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A ROUTER socket. As in libzmq, what happens to its links is looked at only when the owner reads: a link that came and
 * one that went since the last read are judged then, in order, and a link that is down keeps its identity until its
 * last frame is read. So whether a restarted peer is heard may depend on when its peer last polled (libzmq issue 2892).
 */
final class Router {
    /** Takes frames in the order of their arrival. */
    @FunctionalInterface
    interface Reader {
        void onFrame(Identity identity, Frame frame);
    }

    private record Arrival(Link link, Frame frame) {}

    private final Kernel kernel;
    private final TraceSink trace;
    private final Rules rules;
    private final Heartbeats heartbeats;
    private final int receiveHighWaterMark;
    private final Map<Identity, Link> holders = new LinkedHashMap<>();
    private final Map<Link, Identity> identities = new LinkedHashMap<>();
    private final Deque<Arrival> arrivals = new ArrayDeque<>();
    /** Links that came, and, a second time, went since the last read. */
    private final List<Link> changed = new ArrayList<>();

    private final Set<Link> read = new LinkedHashSet<>();
    private int nameless;

    Router(Kernel kernel, ControlEndpoint endpoint) {
        this.kernel = kernel;
        this.trace = endpoint.trace();
        this.rules = endpoint.rules();
        this.heartbeats = Heartbeats.of(rules);
        this.receiveHighWaterMark = endpoint.receiveHighWaterMark();
    }

    Heartbeats heartbeats() {
        return heartbeats;
    }

    int receiveHighWaterMark() {
        return receiveHighWaterMark;
    }

    long maxMessageBytes() {
        return rules.amount(Rows.MAX_MESSAGE_SIZE);
    }

    // ---- what the network does -----------------------------------------------------------------------------------

    void attach(Link link) {
        identities.put(link, link.dealer.identity.raw().size() == 0 ? generated() : link.dealer.identity);
        changed.add(link);
        trace.emit(new NetworkEvent.InboundLinkOpened(identityOf(link).toString(), link.number));
    }

    void arrived(Link link, Frame frame) {
        kernel.causality().set(frame.sentEntry);
        trace.emit(new NetworkEvent.FrameDelivered(link.dealer.identity.toString(), frame.number));
        frame.deliveredEntry = kernel.causality().current();
        arrivals.add(new Arrival(link, frame));
    }

    void refuse(Link link, Frame frame, String reason) {
        rules.reach(Rows.MAX_MESSAGE_SIZE);
        trace.emit(new NetworkEvent.FrameRefused(link.dealer.identity.toString(), frame.number, reason));
    }

    void closed(Link link, String reason) {
        trace.emit(new NetworkEvent.InboundLinkClosed(identityOf(link).toString(), link.number, reason));
        changed.add(link);
    }

    /** The process dies: what it has not read is gone. */
    void die() {
        for (Arrival arrival : arrivals) {
            arrival.link().vanish(arrival.frame(), "the receiver died before reading it");
        }
        arrivals.clear();
        changed.clear();
    }

    // ---- what the owner does -------------------------------------------------------------------------------------

    /** Whether there is nothing to read, and no link has changed. */
    boolean isQuiet() {
        return changed.isEmpty() && arrivals.isEmpty();
    }

    /** Reads everything there is. */
    void drain(Reader reader) {
        for (Link link : changed) {
            if (link.standing == Link.Standing.NEW) {
                identify(link);
            } else if (!link.routerOpen() && (link.unread == 0 || link.standing != Link.Standing.REGISTERED)) {
                release(link);
            }
        }
        changed.clear();
        while (!arrivals.isEmpty()) {
            Arrival arrival = arrivals.remove();
            Link link = arrival.link();
            if (link.standing == Link.Standing.REGISTERED) {
                link.unread--;
                read.add(link);
                reader.onFrame(identityOf(link), arrival.frame());
                if (!link.routerOpen() && link.unread == 0) {
                    release(link);
                }
            } else {
                // Still counts as unread: nobody empties the queue of such a link.
                link.vanish(arrival.frame(), "another link holds the sender's identity");
            }
        }
        for (Link link : read) {
            link.roomFreed();
        }
        read.clear();
    }

    private void identify(Link link) {
        Identity identity = identityOf(link);
        Link holder = holders.get(identity);
        if (holder == null) {
            register(link, identity);
        } else if (rules.is(Rows.ROUTER_HANDOVER, RouterHandover.ON)) {
            holder.standing = Link.Standing.EVICTED;
            trace.emit(new NetworkEvent.IdentityHandedOver(identity.toString(), link.number, holder.number));
            register(link, identity);
        } else {
            link.standing = Link.Standing.IGNORED;
            trace.emit(new NetworkEvent.IdentityIgnored(identity.toString(), link.number, holder.number));
        }
    }

    private void register(Link link, Identity identity) {
        link.standing = Link.Standing.REGISTERED;
        holders.put(identity, link);
        trace.emit(new NetworkEvent.IdentityRegistered(identity.toString(), link.number));
    }

    private void release(Link link) {
        Identity identity = identities.remove(link);
        if (identity != null && holders.get(identity) == link) {
            holders.remove(identity);
            trace.emit(new NetworkEvent.IdentityReleased(identity.toString(), link.number));
        }
    }

    private Identity identityOf(Link link) {
        return identities.getOrDefault(link, link.dealer.identity);
    }

    /** A name that ROUTER gives to a DEALER without one: a zero byte and a number. */
    private Identity generated() {
        nameless++;
        return Identity.of(new byte[] {
            0, (byte) (nameless >>> 24), (byte) (nameless >>> 16), (byte) (nameless >>> 8), (byte) nameless
        });
    }
}
