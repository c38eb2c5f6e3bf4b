package io.kvdrill.scenarios.node;

import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.sim.network.NetworkEvent;
import io.kvdrill.transports.zmq.ControlObserver;
import java.util.LinkedHashMap;
import java.util.Map;

/** Says what a control transport does, in the words of the simulated network. */
final class TracedControl implements ControlObserver {
    /** Frames are not numbered in the real world. */
    private static final long NO_FRAME = 0;

    private final TraceSink trace;
    private final Map<String, Long> links = new LinkedHashMap<>();
    private long lastLink;

    TracedControl(TraceSink trace) {
        this.trace = trace;
    }

    @Override
    public void onLinkUp(String peer) {
        links.put(peer, ++lastLink);
        trace.emit(new NetworkEvent.LinkEstablished(peer, lastLink));
    }

    @Override
    public void onLinkLost(String peer, String reason) {
        Long link = links.remove(peer);
        trace.emit(new NetworkEvent.LinkLost(peer, link == null ? 0 : link, reason));
    }

    @Override
    public void onIdentityRefused(String identity, String reason) {
        trace.emit(new NetworkEvent.IdentityRefused(identity, reason));
    }

    @Override
    public void onFrameDropped(String identity, String reason) {
        trace.emit(new NetworkEvent.FrameRefused(identity, NO_FRAME, reason));
    }
}
