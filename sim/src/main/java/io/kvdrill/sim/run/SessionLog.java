package io.kvdrill.sim.run;

import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceListener;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** How many sessions each peer has, and had at most at a time. */
final class SessionLog implements TraceListener {

    private record Session(String peer, long number) {}

    private final Map<String, Set<Session>> open = new LinkedHashMap<>();
    private final Map<String, Integer> most = new LinkedHashMap<>();

    /** Sessions that are open at a peer, by its id. */
    int open(String peer) {
        Set<Session> sessions = open.get(peer);
        return sessions == null ? 0 : sessions.size();
    }

    /** The most that were open at a time in one of its lives. */
    int most(String peer) {
        return most.getOrDefault(peer, 0);
    }

    @Override
    public void onEntry(TraceEntry entry) {
        String peer = entry.peer();
        if (entry.event() instanceof SessionEvent.SessionOpened opened) {
            Set<Session> sessions = open.computeIfAbsent(peer, p -> new LinkedHashSet<>());
            sessions.add(new Session(opened.peer(), opened.session()));
            most.merge(peer, sessions.size(), Math::max);
        } else if (entry.event() instanceof SessionEvent.SessionClosed closed) {
            Set<Session> sessions = open.get(peer);
            if (sessions != null) {
                sessions.remove(new Session(closed.peer(), closed.session()));
            }
        } else if (entry.event() instanceof EngineEvent.EngineStarted) {
            open.remove(peer);
        }
    }
}
