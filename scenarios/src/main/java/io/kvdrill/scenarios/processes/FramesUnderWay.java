package io.kvdrill.scenarios.processes;

import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.trace.SessionEvent.MessageReceived;
import io.kvdrill.core.trace.SessionEvent.MessageSent;
import io.kvdrill.sim.network.NetworkEvent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Messages that were sent and that nobody has received yet. Each is told to have travelled in a frame, with a number: only
 * both processes together know that.
 */
final class FramesUnderWay {

    private record Sent(MessageSent event, long frame, long sequence) {}

    private final ReplayedTrace trace;
    /** By sender and receiver. */
    private final Map<String, List<Sent>> underWay = new LinkedHashMap<>();

    private long lastFrame;

    FramesUnderWay(ReplayedTrace trace) {
        this.trace = trace;
    }

    /** A peer sends a message. */
    void send(String from, MessageSent sent) {
        long frame = ++lastFrame;
        int bytes = MessageCodec.encode(sent.message()).length;
        trace.record(
                from,
                new NetworkEvent.FrameSent(
                        sent.peer(), frame, sent.message().type().wireName(), bytes));
        underWay.computeIfAbsent(pair(from, sent.peer()), pair -> new ArrayList<>())
                .add(new Sent(sent, frame, trace.latest(from)));
    }

    /** Whether a message that a peer received is known to have been sent. */
    boolean sent(String to, MessageReceived received) {
        return find(to, received) != null;
    }

    /** A peer receives a message. */
    void deliver(String to, MessageReceived received) {
        Sent sent = find(to, received);
        if (sent != null) {
            underWay.getOrDefault(pair(received.peer(), to), List.of()).remove(sent);
            trace.recordCausedBy(sent.sequence(), to, new NetworkEvent.FrameDelivered(received.peer(), sent.frame()));
        }
    }

    private @Nullable Sent find(String to, MessageReceived received) {
        for (Sent sent : underWay.getOrDefault(pair(received.peer(), to), List.of())) {
            if (sent.event().message().equals(received.message())) {
                return sent;
            }
        }
        return null;
    }

    private static String pair(String from, String to) {
        return from + ">" + to;
    }
}
