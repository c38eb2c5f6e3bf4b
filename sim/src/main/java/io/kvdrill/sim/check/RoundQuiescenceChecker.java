package io.kvdrill.sim.check;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ServerEvent.AbortAcknowledged;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.MessageQueued;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.core.trace.SessionEvent.SessionClosed;
import io.kvdrill.sim.check.Ids.RoundId;
import io.kvdrill.sim.fabric.FabricEvent.TransferEnded;
import io.kvdrill.sim.fabric.FabricEvent.TransferForgotten;
import io.kvdrill.sim.fabric.FabricEvent.TransferLanded;
import io.kvdrill.sim.fabric.FabricEvent.TransferStopped;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** I2 as promised to the peer: when it is told that a round is over, no byte of that round can land any more. */
final class RoundQuiescenceChecker extends LawChecker {
    private record Write(RoundId round, long sequence) {}

    private static final class Running {
        final Map<Long, Write> writes = new LinkedHashMap<>();
    }

    private final PerSite<Running> running = perLife(site -> new Running());

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
        listeners.on(MessageSent.class, (site, event, entry) -> told(site, event.peer(), event.message()));
        listeners.on(MessageQueued.class, (site, event, entry) -> told(site, event.peer(), event.message()));
        listeners.on(
                AbortAcknowledged.class,
                (site, event, entry) ->
                        toldOver(site, new RoundId(event.peer(), event.request(), event.round()), "abort_ack"));
    }

    private void told(Site site, String peer, Message message) {
        if (message instanceof Message.TransferDone done) {
            toldOver(site, new RoundId(peer, done.request(), done.round()), "transfer_done");
        }
    }

    private void onStarted(Site site, WriteStarted event, TraceEntry entry) {
        RoundId id = new RoundId(event.peer(), event.request(), event.round());
        running.of(site).writes.put(event.transfer(), new Write(id, entry.sequence()));
    }

    /** Rounds are counted within a session: nobody is told of those of one that has ended. */
    private void forget(Site site, String peer) {
        running.of(site).writes.values().removeIf(write -> write.round().peer().equals(peer));
    }

    private void over(Site site, long transfer) {
        running.of(site).writes.remove(transfer);
    }

    private void toldOver(Site site, RoundId id, String message) {
        checked(true);
        List<Long> started = new ArrayList<>();
        for (Write write : running.of(site).writes.values()) {
            if (write.round().equals(id)) {
                started.add(write.sequence());
            }
        }
        int count = started.size();
        if (count == 0) {
            return;
        }
        Finding finding = broken(site)
                .with(id.peer())
                .statement(12)
                .request(id.request())
                .round(id.round())
                .since(started);
        finding.says(message + " of round " + number(id.round()) + " of request " + id.request() + " leaves while "
                + count + (count == 1 ? " write" : " writes") + " of it may still land");
    }
}
