package io.kvdrill.scenarios.processes;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.trace.ServerEvent.WriteStarted;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.sim.fabric.FabricEvent;
import io.kvdrill.sim.fabric.FabricEvent.WritePosted;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Writes that have not ended, and what becomes of those of a writer whose last records are lost: those that the reader was
 * told of have ended, all others end with the writer. Blocks are told to land at the latest time at which they can have.
 */
final class WritesUnderWay {
    private static final int KEYS_UNKNOWN = 0;

    private record Posted(String from, WritePosted event) {}

    private final ReplayedTrace trace;
    private final Function<String, List<Recorded>> recorded;
    private final Map<Long, Posted> writes = new LinkedHashMap<>();
    private final Map<Long, WriteStarted> started = new LinkedHashMap<>();

    /**
     * No writes.
     *
     * @param recorded all that a peer recorded, by its id; nothing of one that is not known
     */
    WritesUnderWay(ReplayedTrace trace, Function<String, List<Recorded>> recorded) {
        this.trace = trace;
        this.recorded = recorded;
    }

    void post(String from, WritePosted write) {
        writes.put(write.transfer(), new Posted(from, write));
    }

    void start(WriteStarted write) {
        started.put(write.transfer(), write);
    }

    /** The writer found that a write has ended well: its blocks are there. */
    void land(String from, long transfer) {
        Posted posted = writes.get(transfer);
        if (posted != null) {
            land(from, posted.event(), transfer);
        }
    }

    private void land(String from, WritePosted write, long transfer) {
        trace.recordAt(
                trace.latest(from),
                write.to(),
                new FabricEvent.BlocksLanded(from, transfer, write.remote(), write.keys()));
    }

    /** Nothing more is to be said of a write. */
    void end(long transfer) {
        writes.remove(transfer);
    }

    /**
     * A process that is killed may have told its peer that a write had ended, and nobody else. What its peer heard is so.
     */
    void landWhatOthersHeardOf(String writer) {
        for (Map.Entry<Long, Posted> write : List.copyOf(writes.entrySet())) {
            long transfer = write.getKey();
            String to = write.getValue().event().to();
            WriteStarted known = started.get(transfer);
            if (write.getValue().from().equals(writer) && known != null && willHearOf(known, writer)) {
                writes.remove(transfer);
                land(writer, write.getValue().event(), transfer);
                trace.record(
                        writer,
                        new FabricEvent.TransferLanded(
                                to, transfer, known.keys().size()));
                trace.record(writer, new FabricEvent.TransferEnded(to, transfer, true, ""));
            }
        }
    }

    private boolean willHearOf(WriteStarted write, String writer) {
        Message heard = new Message.TransferDone(write.request(), true, write.round());
        return recorded.apply(write.peer()).stream()
                .anyMatch(later -> later.event() instanceof MessageReceived received
                        && received.peer().equals(writer)
                        && received.message().equals(heard));
    }

    /** A writer is dead: what it wrote stops. */
    void stopAllOf(String writer) {
        for (Map.Entry<Long, Posted> write : List.copyOf(writes.entrySet())) {
            if (write.getValue().from().equals(writer)) {
                writes.remove(write.getKey());
                trace.record(
                        writer,
                        new FabricEvent.TransferStopped(
                                write.getValue().event().to(), write.getKey(), KEYS_UNKNOWN, "the writer died"));
            }
        }
    }
}
