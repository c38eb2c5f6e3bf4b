package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ClientEvent.LoadEnded;
import io.kvdrill.core.trace.ClientEvent.LoadForgotten;
import io.kvdrill.core.trace.ClientEvent.LoadSlotsReleased;
import io.kvdrill.core.trace.ClientEvent.LoadStarted;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.ProtocolViolated;
import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.core.trace.SessionEvent.SessionOpened;
import io.kvdrill.core.trace.SessionEvent.SessionReady;
import io.kvdrill.sim.check.Ids.RoundId;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * I8 for messages. Frames are numbered in the order in which they are sent, over the whole run, so a frame tells which life
 * of its sender sent it, and whether a terminal was sent before the load that it ends was begun.
 */
final class EpochChecker extends LawChecker {
    /** What is known of the other side of a session. */
    private static final class Remote {
        /** The life whose connect was taken. */
        int connectLife;
        /** The frame of that connect; 0 before one. */
        long connectFrame;
        /** The life whose acknowledgement came last. */
        int ackLife;
        /** What the connect said of its life; null if nothing. */
        @Nullable Long connectEpoch;
        /** What the acknowledgement that came last said. */
        @Nullable Long ackEpoch;
    }

    private record Begun(long frameMark, long sequence) {}

    private static final class Table {
        final Map<String, Remote> remotes = new LinkedHashMap<>();
        final Map<RoundId, Begun> loads = new LinkedHashMap<>();
        /** Where in the trace the aborts of a round left that were not acknowledged. */
        final Map<RoundId, Deque<Long>> aborts = new LinkedHashMap<>();
        /** Peers of which a newer life has connected in this step, in a session with an earlier one. */
        final Map<String, Long> renewed = new LinkedHashMap<>();
        /** The round that the message in hand is too old for. */
        @Nullable RoundId stale;

        long staleSequence;
    }

    private final PerSite<Table> tables = perLife(site -> new Table());

    EpochChecker() {
        super(Law.I8, 46);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(
                SessionOpened.class,
                (site, event, entry) -> tables.of(site).remotes.put(event.peer(), new Remote()));
        listeners.on(ProtocolViolated.class, this::onViolation);
        listeners.on(RegistrationStarted.class, this::onRegistration);
        listeners.on(SessionClosed.class, (site, event, entry) -> {
            tables.of(site).remotes.remove(event.peer());
            tables.of(site).renewed.remove(event.peer());
            tables.of(site).loads.keySet().removeIf(id -> id.peer().equals(event.peer()));
            tables.of(site).aborts.keySet().removeIf(id -> id.peer().equals(event.peer()));
        });
        listeners.on(MessageSent.class, (site, event, entry) -> {
            if (event.message() instanceof Message.AbortFetch abort) {
                tables.of(site)
                        .aborts
                        .computeIfAbsent(
                                new RoundId(event.peer(), abort.request(), abort.round()), first -> new ArrayDeque<>())
                        .add(entry.sequence());
            }
        });
        listeners.on(MessageReceived.class, this::onReceived);
        listeners.on(SessionReady.class, this::onReady);
        listeners.on(
                LoadStarted.class,
                (site, event, entry) -> tables.of(site)
                        .loads
                        .put(
                                new RoundId(event.peer(), event.request(), event.round()),
                                new Begun(board().lastFrame(), entry.sequence())));
        listeners.on(LoadEnded.class, (site, event, entry) -> {
            RoundId id = new RoundId(event.peer(), event.request(), event.round());
            onEnded(site, id, event.job(), !event.slotsHeld());
        });
        listeners.on(LoadSlotsReleased.class, (site, event, entry) -> {
            onEnded(site, new RoundId(event.peer(), event.request(), event.round()), event.job(), true);
        });
        listeners.on(
                LoadForgotten.class,
                (site, event, entry) ->
                        tables.of(site).loads.remove(new RoundId(event.peer(), event.request(), event.round())));
    }

    private void onReceived(Site site, MessageReceived event, TraceEntry entry) {
        Table here = tables.of(site);
        here.stale = null;
        Remote remote = here.remotes.get(event.peer());
        Site sender = board().find(event.peer());
        long frame = board().history().frameOf(entry.cause());
        if (remote == null || sender == null) {
            return;
        }
        Message message = event.message();
        if (frame == 0) {
            if (board().history().forged(entry.cause())) {
                onForged(remote, message);
            }
            return;
        }
        int senderLife = lifeOf(sender, frame);
        if (message instanceof Message.Connect connect) {
            if (remote.connectLife > 0 && remote.connectLife < senderLife) {
                here.renewed.put(event.peer(), entry.sequence());
            }
            remote.connectLife = senderLife;
            remote.connectFrame = frame;
            remote.connectEpoch = connect.epoch();
        } else if (message instanceof Message.ConnectAck ack) {
            remote.ackLife = senderLife;
            remote.ackEpoch = ack.epoch();
        } else if (message instanceof Message.RequestMessage role) {
            judgeSender(site, remote, sender, senderLife, message);
            judgeReceiver(site, remote, sender, frame, message);
            judgeRound(here, event.peer(), role, frame, entry);
        }
    }

    /** The life of a peer that sent a frame; one less than the current one stands for any earlier one. */
    private static int lifeOf(Site sender, long frame) {
        return frame > sender.frameMark || sender.life == 1 ? sender.life : sender.life - 1;
    }

    /** An impostor belongs to no life, but says of which it is: whether its connect is the one that counts is not known. */
    private static void onForged(Remote remote, Message message) {
        if (message instanceof Message.Connect) {
            remote.connectEpoch = null;
        } else if (message instanceof Message.ConnectAck ack) {
            remote.ackLife = 0;
            remote.ackEpoch = ack.epoch();
        }
    }

    private void judgeSender(Site site, Remote remote, Site sender, int senderLife, Message message) {
        checked(sender.life > 1);
        if (remote.connectLife > senderLife) {
            broken(site)
                    .with(sender.id)
                    .request(request(message))
                    .since(sender.bornSequence)
                    .says("a " + message.type().wireName() + " of an earlier life of " + sender
                            + " was dispatched in the session with life " + remote.connectLife);
        }
    }

    /** What waited for a dead process is of no account to its successor, unless its sender introduced itself first. */
    private void judgeReceiver(Site site, Remote remote, Site sender, long frame, Message message) {
        checked(site.life > 1);
        boolean introduced = remote.connectFrame > 0 && remote.connectFrame < frame;
        if (site.life > 1 && frame <= site.frameMark && !introduced) {
            broken(site)
                    .with(sender.id)
                    .request(request(message))
                    .since(site.bornSequence)
                    .says("a " + message.type().wireName() + " that " + sender + " had sent to an earlier life of "
                            + site + " was dispatched by life " + site.life);
        }
    }

    private static String request(Message message) {
        return message instanceof Message.RequestMessage role ? role.request() : "";
    }

    private static void judgeRound(
            Table here, String peer, Message.RequestMessage message, long frame, TraceEntry entry) {
        long round;
        if (message instanceof Message.TransferDone done) {
            round = done.round();
        } else if (message instanceof Message.AbortAck ack) {
            round = ack.round();
        } else {
            return;
        }
        RoundId id = new RoundId(peer, message.request(), round);
        Begun begun = here.loads.get(id);
        boolean answersEarlier = begun != null
                && message instanceof Message.AbortAck
                && answeredAbort(here, id, entry.sequence()) < begun.sequence();
        if (begun != null && (frame <= begun.frameMark() || answersEarlier)) {
            here.stale = id;
            here.staleSequence = entry.sequence();
        }
    }

    /** Where the abort left that an acknowledgement answers; the acknowledgement's own place if there was none. */
    private static long answeredAbort(Table here, RoundId id, long sequence) {
        Deque<Long> aborts = here.aborts.get(id);
        Long oldest = aborts == null ? null : aborts.poll();
        return oldest == null ? sequence : oldest;
    }

    private void onEnded(Site site, RoundId id, long job, boolean over) {
        Table here = tables.of(site);
        Begun begun = over ? here.loads.remove(id) : here.loads.get(id);
        Site peer = board().find(id.peer());
        boolean stale =
                id.equals(here.stale) && (peer == null || !board().impostures().about(peer, site.id, id.request()));
        checked(stale);
        if (stale) {
            here.stale = null;
            broken(site)
                    .with(id.peer())
                    .statement(46)
                    .request(id.request())
                    .job(job)
                    .round(id.round())
                    .since(here.staleSequence)
                    .since(begun == null ? 0 : begun.sequence())
                    .says("load " + job + " of request " + id.request() + " was ended by a message of " + id.peer()
                            + " that answers what was sent before the load began: it was about an earlier round "
                            + number(id.round()));
        }
    }

    private void onReady(Site site, SessionReady event, TraceEntry entry) {
        Remote remote = tables.of(site).remotes.get(event.peer());
        Site sender = board().find(event.peer());
        if (remote == null || sender == null) {
            return;
        }
        checked(sender.life > 1);
        Long connected = remote.connectEpoch;
        boolean otherEpoch = connected != null && remote.ackEpoch != null && !connected.equals(remote.ackEpoch);
        if (otherEpoch || (remote.connectLife > 0 && remote.ackLife > 0 && remote.ackLife != remote.connectLife)) {
            broken(site)
                    .with(event.peer())
                    .since(sender.bornSequence)
                    .says("the session of " + site + " with " + event.peer()
                            + " became ready by an acknowledgement of another life than the one that connected");
        }
    }

    @Override
    void onStepEnd(Site site) {
        Table here = tables.of(site);
        here.stale = null;
        here.renewed.clear();
    }

    /** A newer life is no breach of the protocol: it ends the session of the earlier one, and gets its own. */
    private void onViolation(Site site, ProtocolViolated event, TraceEntry entry) {
        Long since = tables.of(site).renewed.get(event.peer());
        checked(since != null);
        if (since != null) {
            broken(site)
                    .with(event.peer())
                    .since(since)
                    .says("a newer life of " + event.peer() + " connected to " + site
                            + ", and was turned away for the session of the earlier one: " + event.reason());
        }
    }

    private void onRegistration(Site site, RegistrationStarted event, TraceEntry entry) {
        Long since = tables.of(site).renewed.get(event.peer());
        if (since != null) {
            broken(site)
                    .with(event.peer())
                    .since(since)
                    .says("a newer life of " + event.peer() + " is registered at " + site
                            + " in the session of the earlier one");
        }
    }
}
