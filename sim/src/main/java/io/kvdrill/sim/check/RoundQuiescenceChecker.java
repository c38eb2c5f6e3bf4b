package io.kvdrill.sim.check;

import io.kvdrill.core.trace.ServerEvent.AbortAcknowledged;
import io.kvdrill.core.trace.ServerEvent.RoundEnded;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.sim.check.Ids.RoundId;
import io.kvdrill.sim.fabric.FabricEvent.TransferEnded;
import io.kvdrill.sim.fabric.FabricEvent.TransferForgotten;
import io.kvdrill.sim.fabric.FabricEvent.TransferLanded;
import io.kvdrill.sim.fabric.FabricEvent.TransferStopped;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;

/** I2 as promised to the peer: when it is told that a round is over, no byte of that round can land any more. */
final class RoundQuiescenceChecker extends LawChecker {
    private static final class Running {
        final Map<Long, RoundId> rounds = new LinkedHashMap<>();
        final Map<Long, Long> started = new LinkedHashMap<>();
        final Map<RoundId, Integer> counts = new LinkedHashMap<>();
    }

    private final PerSite<Running> running = new PerSite<>(site -> new Running());

    RoundQuiescenceChecker() {
        super(Law.I2, 12);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(WriteStarted.class, this::onStarted);
        listeners.on(TransferLanded.class, (site, event, entry) -> over(site, event.transfer()));
        listeners.on(TransferStopped.class, (site, event, entry) -> over(site, event.transfer()));
        listeners.on(TransferEnded.class, (site, event, entry) -> over(site, event.transfer()));
        listeners.on(TransferForgotten.class, (site, event, entry) -> {
            if (!event.stillLanding()) {
                over(site, event.transfer());
            }
        });
        listeners.on(SessionClosed.class, (site, event, entry) -> forget(site, event.peer()));
        listeners.on(RoundEnded.class, (site, event, entry) -> {
            if (event.answered()) {
                toldOver(site, new RoundId(event.peer(), event.request(), event.round()), "transfer_done");
            }
        });
        listeners.on(
                AbortAcknowledged.class,
                (site, event, entry) ->
                        toldOver(site, new RoundId(event.peer(), event.request(), event.round()), "abort_ack"));
    }

    private void onStarted(Site site, WriteStarted event, TraceEntry entry) {
        Running here = running.of(site);
        RoundId id = new RoundId(event.peer(), event.request(), event.round());
        here.rounds.put(event.transfer(), id);
        here.started.put(event.transfer(), entry.sequence());
        here.counts.merge(id, 1, Integer::sum);
    }

    /** Rounds are counted within a session: nobody is told of those of one that has ended. */
    private void forget(Site site, String peer) {
        Running here = running.of(site);
        here.counts.keySet().removeIf(round -> round.peer().equals(peer));
        here.rounds.values().removeIf(round -> round.peer().equals(peer));
        here.started.keySet().retainAll(here.rounds.keySet());
    }

    private void over(Site site, long transfer) {
        Running here = running.of(site);
        RoundId id = here.rounds.remove(transfer);
        if (id != null) {
            here.started.remove(transfer);
            if (here.counts.merge(id, -1, Integer::sum) == 0) {
                here.counts.remove(id);
            }
        }
    }

    private void toldOver(Site site, RoundId id, String message) {
        Running here = running.of(site);
        int count = here.counts.getOrDefault(id, 0);
        checked(true);
        if (count == 0) {
            return;
        }
        Finding finding =
                broken(site).with(id.peer()).statement(12).request(id.request()).round(id.round());
        here.rounds.forEach((transfer, round) -> {
            if (round.equals(id)) {
                finding.since(here.started.getOrDefault(transfer, 0L));
            }
        });
        finding.says(message + " of round " + number(id.round()) + " of request " + id.request() + " leaves while "
                + count + (count == 1 ? " write" : " writes") + " of it may still land");
    }

    @Override
    void onDeath(Site site) {
        running.reset(site);
    }
}
