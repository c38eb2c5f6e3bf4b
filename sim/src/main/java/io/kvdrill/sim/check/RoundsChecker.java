package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ServerEvent.AbortAcknowledged;
import io.kvdrill.core.trace.ServerEvent.DemandReceived;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.TerminalFetchReceived;
import io.kvdrill.core.trace.ServerEvent.WriteEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.sim.check.Ids.RoundId;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** I1 for what a producer owes: each demanded round one end, each abort one acknowledgement, while the session lives. */
final class RoundsChecker extends LawChecker {
    private static final class Demand {
        final long sequence;
        final int keys;
        int written;
        int delivered;
        /** The peer has asked for its end: it is owed no word about it. */
        boolean givenUp;

        Demand(long sequence, int keys) {
            this.sequence = sequence;
            this.keys = keys;
        }
    }

    private static final class Open {
        final Map<RoundId, Demand> demands = new LinkedHashMap<>();
        final Map<RoundId, Long> aborts = new LinkedHashMap<>();
        final Map<Long, Write> writes = new LinkedHashMap<>();
        /** Rounds of which the last block was written in this step. */
        final List<RoundId> complete = new ArrayList<>();
    }

    /** For which demand: a round that was aborted, and is fetched again, has another one while old writes still run. */
    private record Write(RoundId round, Demand demand, int blocks) {}

    private final PerSite<Open> open = perLife(site -> new Open());

    RoundsChecker() {
        super(Law.I1, 8, 10, 11, 40);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(DemandReceived.class, this::onDemand);
        listeners.on(WriteStarted.class, this::onWrite);
        listeners.on(WriteEnded.class, this::onWritten);
        listeners.on(RoundEnded.class, this::onEnded);
        listeners.on(MessageReceived.class, this::onMessage);
        listeners.on(TerminalFetchReceived.class, this::onTerminalFetch);
        listeners.on(AbortAcknowledged.class, this::onAcknowledged);
        listeners.on(SessionClosed.class, (site, event, entry) -> {
            Open here = open.of(site);
            here.demands.keySet().removeIf(round -> round.peer().equals(event.peer()));
            here.aborts.keySet().removeIf(round -> round.peer().equals(event.peer()));
            here.writes.values().removeIf(write -> write.round().peer().equals(event.peer()));
        });
    }

    private void onDemand(Site site, DemandReceived event, TraceEntry entry) {
        RoundId id = new RoundId(event.peer(), event.request(), event.round());
        Demand before = open.of(site).demands.put(id, new Demand(entry.sequence(), event.keys()));
        checked(true);
        if (before != null) {
            about(site, id)
                    .statement(8)
                    .since(before.sequence)
                    .says("round " + number(id.round()) + " of request " + id.request()
                            + " was demanded a second time before it had ended");
        }
    }

    private void onWrite(Site site, WriteStarted event, TraceEntry entry) {
        RoundId id = new RoundId(event.peer(), event.request(), event.round());
        Demand demand = open.of(site).demands.get(id);
        if (demand == null) {
            return;
        }
        open.of(site)
                .writes
                .put(event.transfer(), new Write(id, demand, event.keys().size()));
        demand.written += event.keys().size();
        if (demand.written > demand.keys) {
            about(site, id)
                    .statement(40)
                    .since(demand.sequence)
                    .says(demand.written + " blocks were written for a round that asked for " + demand.keys);
        }
    }

    private void onWritten(Site site, WriteEnded event, TraceEntry entry) {
        Write write = open.of(site).writes.remove(event.transfer());
        Demand demand = write == null ? null : open.of(site).demands.get(write.round());
        if (write == null || demand != write.demand() || !event.success()) {
            return;
        }
        demand.delivered += write.blocks();
        if (demand.delivered == demand.keys) {
            open.of(site).complete.add(write.round());
        }
    }

    @Override
    void onStepEnd(Site site) {
        Open here = open.of(site);
        for (RoundId id : here.complete) {
            Demand demand = here.demands.get(id);
            checked(true);
            if (demand != null) {
                about(site, id)
                        .statement(40)
                        .since(demand.sequence)
                        .says("all " + demand.keys + " blocks of round " + number(id.round()) + " of request "
                                + id.request() + " are written, and the round goes on");
            }
        }
        here.complete.clear();
    }

    private void onEnded(Site site, RoundEnded event, TraceEntry entry) {
        RoundId id = new RoundId(event.peer(), event.request(), event.round());
        Demand demand = open.of(site).demands.remove(id);
        checked(event.answered());
        if (demand == null && event.answered()) {
            about(site, id)
                    .statement(10)
                    .says("the peer was told the end of round " + number(id.round()) + " of request " + id.request()
                            + ", which is not open");
        } else if (demand != null && !event.answered() && !demand.givenUp) {
            about(site, id)
                    .statement(10)
                    .since(demand.sequence)
                    .says("round " + number(id.round()) + " of request " + id.request() + " was demanded and ended ("
                            + event.reason() + "), and the peer, which has not given it up since, is not told");
        }
    }

    private void onMessage(Site site, MessageReceived event, TraceEntry entry) {
        if (event.message() instanceof Message.AbortFetch abort) {
            RoundId id = new RoundId(event.peer(), abort.request(), abort.round());
            open.of(site).aborts.putIfAbsent(id, entry.sequence());
            Demand demand = open.of(site).demands.get(id);
            if (demand != null) {
                demand.givenUp = true;
            }
        }
    }

    private void onTerminalFetch(Site site, TerminalFetchReceived event, TraceEntry entry) {
        open.of(site).demands.forEach((id, demand) -> {
            if (id.peer().equals(event.peer()) && id.request().equals(event.request())) {
                demand.givenUp = true;
            }
        });
    }

    private void onAcknowledged(Site site, AbortAcknowledged event, TraceEntry entry) {
        RoundId id = new RoundId(event.peer(), event.request(), event.round());
        checked(true);
        if (open.of(site).aborts.remove(id) == null) {
            about(site, id)
                    .statement(11)
                    .says("an abort of round " + number(id.round()) + " of request " + id.request()
                            + " was acknowledged that nobody waits for");
        }
    }

    private Finding about(Site site, RoundId id) {
        return broken(site).with(id.peer()).request(id.request()).round(id.round());
    }

    @Override
    void onEnd(boolean quiescent) {
        for (Site site : board().sites()) {
            if (!quiescent || !site.judgeable()) {
                continue;
            }
            open.of(site).demands.forEach((id, demand) -> {
                checked(true);
                about(site, id)
                        .statement(10)
                        .since(demand.sequence)
                        .says("round " + number(id.round()) + " of request " + id.request() + " was demanded ("
                                + demand.keys + " blocks) and never ended, though the session lives");
            });
            open.of(site).aborts.forEach((id, sequence) -> {
                checked(true);
                about(site, id)
                        .statement(11)
                        .since(sequence)
                        .says("the abort of round " + number(id.round()) + " of request " + id.request()
                                + " was never acknowledged, though the session lives");
            });
        }
    }
}
