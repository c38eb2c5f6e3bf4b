package io.kvdrill.sim.network;

import io.kvdrill.sim.kernel.Paths.Cut;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes things go wrong on the control network. Peers are given by their addresses. What lasts is ended through the handle
 * that it gives; ending it again does nothing.
 */
public final class NetworkFaults {

    /** Something that lasts. */
    public interface Lasting {
        /** Ends it. */
        void end();

        /** How many messages it has met; 0 where it is not about messages. */
        long hits();
    }

    private final SimControlNetwork network;
    private final List<Rule> rules = new ArrayList<>();
    private final List<RawClient> callers = new ArrayList<>();

    NetworkFaults(SimControlNetwork network) {
        this.network = network;
    }

    /**
     * Nothing passes from one peer to another, nor, unless {@code oneWay}, back. Frames on their way wait: they arrive when
     * it has ended, unless their link was given up before.
     *
     * @param from null for any peer
     * @param to null for any peer
     */
    public Lasting partition(@Nullable String from, @Nullable String to, boolean oneWay) {
        Cut there = new Cut(from, to);
        Cut back = new Cut(to, from);
        network.paths().add(there);
        if (!oneWay) {
            network.paths().add(back);
        }
        network.pathsChanged();
        return new Ending(() -> {
            network.paths().remove(there);
            if (!oneWay) {
                network.paths().remove(back);
            }
            network.pathsChanged();
        });
    }

    /** A process stands still with its sockets open: it neither sends nor answers heartbeats. */
    public Lasting stop(String peer) {
        network.paths().stop(peer);
        network.pathsChanged();
        return new Ending(() -> {
            network.paths().resume(peer);
            network.pathsChanged();
        });
    }

    /** Resets the connections between two peers. Both sides are told. */
    public void reset(String between, String and) {
        for (Link link : linksBetween(between, and)) {
            link.reset("connection reset");
        }
    }

    /** The connections between two peers carry nothing any more. Nobody is told; heartbeats find out. */
    public void dropSilently(String between, String and) {
        for (Link link : linksBetween(between, and)) {
            link.sever();
        }
    }

    /** As {@link #dropSilently}, but one of the two is told at once, as after a local timeout. */
    public void dropAt(String told, String other) {
        for (Link link : linksBetween(told, other)) {
            if (link.dealerAddress().equals(told)) {
                link.forgetAtDealer("dropped");
            } else {
                link.forgetAtRouter("dropped");
            }
        }
    }

    /** Connections from one peer to another take longer to set up, from now on; 0 ends it. */
    public void delayConnects(String from, String to, long nanos) {
        network.delayConnects(from, to, nanos);
    }

    /**
     * Gives messages a fate, as they leave their sender's queue. Of the rules that match a message the gravest decides:
     * one that drops it before one that holds it, one that delays it, and one that doubles it; of equals the oldest. What
     * one rule has held another may hold on.
     *
     * @param nth which of the matching messages from now on, from 1; 0 for all
     */
    public Lasting onMessage(MessageFilter filter, long nth, MessageFate fate) {
        Rule rule = new Rule(filter, nth, fate);
        rules.add(rule);
        return rule;
    }

    /** Connects a socket of nobody's to a peer. The identity may be any, of at most 255 bytes. */
    public RawClient client(byte[] identity, String to) {
        return new RawClient(network, identity, to);
    }

    /**
     * Sends one message of raw parts to a peer, as if {@code identity} had: on its own link where the peer has one from
     * it, else through a {@link #client}.
     */
    public void inject(byte[] identity, String to, byte[]... parts) {
        Identity sender = Identity.of(identity);
        for (Link link : network.liveLinks()) {
            if (link.routerAddress().equals(to) && link.routerOpen() && link.dealer.identity.equals(sender)) {
                link.transmit(Frame.raw(network.nextFrame(), List.of(parts)));
                return;
            }
        }
        RawClient caller = client(identity, to);
        callers.add(caller);
        caller.send(parts);
    }

    /** Those that {@link #inject} called with, and whom nobody has answered yet, try no more. */
    public void hangUp() {
        callers.forEach(RawClient::giveUpUnlessConnected);
        callers.clear();
    }

    /** A frame leaves its sender's queue. */
    void depart(Link link, Frame frame) {
        Rule gravest = null;
        for (Rule rule : rules) {
            if (rule.takes(link, frame) && (gravest == null || rule.fate.gravity() > gravest.fate.gravity())) {
                gravest = rule;
            }
        }
        if (gravest == null) {
            link.fly(frame, 0);
        } else {
            gravest.apply(link, frame);
        }
    }

    /** A rule has ended that held a frame: the frame leaves now, unless it is among those that another rule holds. */
    private void release(Held held) {
        for (Rule rule : rules) {
            if (rule.holdsAllLike(held)) {
                rule.held.add(held);
                return;
            }
        }
        held.link().fly(held.frame(), 0);
    }

    private List<Link> linksBetween(String a, String b) {
        List<Link> links = new ArrayList<>();
        for (Link link : network.liveLinks()) {
            if (link.between(a, b)) {
                links.add(link);
            }
        }
        return links;
    }

    private static final class Ending implements Lasting {
        private @Nullable Runnable ending;

        Ending(Runnable ending) {
            this.ending = ending;
        }

        @Override
        public void end() {
            Runnable action = ending;
            ending = null;
            if (action != null) {
                action.run();
            }
        }

        @Override
        public long hits() {
            return 0;
        }
    }

    private record Held(Link link, Frame frame) {}

    private final class Rule implements Lasting {
        private final MessageFilter filter;
        private final long nth;
        private final MessageFate fate;
        private final List<Held> held = new ArrayList<>();
        private long matched;
        private long hits;

        Rule(MessageFilter filter, long nth, MessageFate fate) {
            this.filter = filter;
            this.nth = nth;
            this.fate = fate;
        }

        private boolean matches(Link link, Frame frame) {
            return filter.matches(link.dealerAddress(), link.routerAddress(), frame);
        }

        boolean holdsAllLike(Held one) {
            return fate instanceof MessageFate.Hold && nth == 0 && matches(one.link(), one.frame());
        }

        boolean takes(Link link, Frame frame) {
            if (!matches(link, frame)) {
                return false;
            }
            matched++;
            return nth == 0 || matched == nth;
        }

        void apply(Link link, Frame frame) {
            hits++;
            if (fate instanceof MessageFate.Drop) {
                link.lose(frame, "dropped by a fault");
            } else if (fate instanceof MessageFate.Delay delay) {
                link.fly(
                        frame,
                        delay.nanos()
                                + network.jitter(link.dealerAddress(), link.routerAddress(), delay.jitterNanos()));
            } else if (fate instanceof MessageFate.Hold) {
                held.add(new Held(link, frame));
            } else if (fate instanceof MessageFate.Duplicate) {
                link.fly(frame, 0);
                link.duplicate(frame);
            }
        }

        @Override
        public void end() {
            rules.remove(this);
            List<Held> released = List.copyOf(held);
            held.clear();
            released.forEach(NetworkFaults.this::release);
        }

        @Override
        public long hits() {
            return hits;
        }
    }
}
