package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.trace.ManagerEvent.RequestBound;
import io.kvdrill.core.trace.ManagerEvent.RequestUnbound;
import io.kvdrill.core.trace.TraceSink;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which session stores of an id go to: the one that fetched it last. Points to open sessions only. */
final class Bindings {
    private final TraceSink trace;
    private final Map<String, Session> byRequest = new LinkedHashMap<>();

    Bindings(TraceSink trace) {
        this.trace = trace;
    }

    void bind(String request, Session session, int replayed) {
        byRequest.put(request, session);
        trace.emit(new RequestBound(request, session.peer(), replayed));
    }

    @Nullable Session get(String request) {
        return byRequest.get(request);
    }

    /** Removes the binding of an id; answers the session, or null where there was none. */
    @Nullable Session remove(String request, String reason) {
        Session session = byRequest.remove(request);
        if (session != null) {
            trace.emit(new RequestUnbound(request, session.peer(), reason));
        }
        return session;
    }

    /** Removes every binding to a session. */
    void purge(Session session) {
        for (String request : List.copyOf(byRequest.keySet())) {
            if (byRequest.get(request) == session) {
                remove(request, "session closed");
            }
        }
    }

    int size() {
        return byRequest.size();
    }

    void clear() {
        byRequest.clear();
    }

    void digest(Digest digest) {
        long sum = 0;
        for (Map.Entry<String, Session> entry : byRequest.entrySet()) {
            sum += new Digest().add(entry.getKey()).add(entry.getValue().peer()).value();
        }
        digest.add(sum);
    }
}
