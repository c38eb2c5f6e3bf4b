package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.trace.ManagerEvent.RequestBound;
import io.kvdrill.core.trace.ManagerEvent.RequestUnbound;
import io.kvdrill.core.trace.TraceSink;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which session stores of an id go to: the one that fetched it last. Points to open sessions only. */
final class Bindings {
    private final TraceSink trace;
    private final Map<String, Session> byRequest = new LinkedHashMap<>();
    /** The ids of each, so that the end of a session costs as much as it has; empty ones stay until then. */
    private final Map<Session, Set<String>> bySession = new LinkedHashMap<>();

    Bindings(TraceSink trace) {
        this.trace = trace;
    }

    void bind(String request, Session session, int replayed) {
        Session before = byRequest.put(request, session);
        if (before != null) {
            idsOf(before).remove(request);
        }
        idsOf(session).add(request);
        trace.emit(new RequestBound(request, session.peer(), replayed));
    }

    @Nullable Session get(String request) {
        return byRequest.get(request);
    }

    /** Removes the binding of an id; answers the session, or null where there was none. */
    @Nullable Session remove(String request, String reason) {
        Session session = byRequest.remove(request);
        if (session != null) {
            idsOf(session).remove(request);
            trace.emit(new RequestUnbound(request, session.peer(), reason));
        }
        return session;
    }

    /** Removes every binding to a session. */
    void purge(Session session) {
        Set<String> requests = bySession.remove(session);
        if (requests == null) {
            return;
        }
        for (String request : requests) {
            byRequest.remove(request);
            trace.emit(new RequestUnbound(request, session.peer(), "session closed"));
        }
    }

    private Set<String> idsOf(Session session) {
        return bySession.computeIfAbsent(session, missing -> new LinkedHashSet<>());
    }

    int size() {
        return byRequest.size();
    }

    void digest(Digest digest) {
        long sum = 0;
        for (Map.Entry<String, Session> entry : byRequest.entrySet()) {
            sum += new Digest().add(entry.getKey()).add(entry.getValue().peer()).value();
        }
        digest.add(sum);
    }
}
