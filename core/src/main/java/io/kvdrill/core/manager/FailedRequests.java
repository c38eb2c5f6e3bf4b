package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Choices.FailedIds;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.trace.ManagerEvent.RequestMarkCleared;
import io.kvdrill.core.trace.ManagerEvent.RequestMarkedFailed;
import io.kvdrill.core.trace.TraceSink;
import java.util.LinkedHashSet;
import java.util.Set;

/** Ids whose lookups miss, because something of theirs has failed. */
final class FailedRequests {
    private final Rules rules;
    private final LiveRequests live;
    private final TraceSink trace;
    private final Set<String> failed = new LinkedHashSet<>();

    FailedRequests(Rules rules, LiveRequests live, TraceSink trace) {
        this.rules = rules;
        this.live = live;
        this.trace = trace;
    }

    void mark(String request, String reason) {
        if (!live.anyFetching(request) && rules.is(Rows.FAILED_IDS, FailedIds.BOUNDED_BY_LIVE_REQUESTS)) {
            return;
        }
        if (failed.add(request)) {
            trace.emit(new RequestMarkedFailed(request, reason));
        }
    }

    void clear(String request) {
        if (failed.remove(request)) {
            trace.emit(new RequestMarkCleared(request));
        }
    }

    boolean contains(String request) {
        return failed.contains(request);
    }

    int size() {
        return failed.size();
    }

    void clearAll() {
        failed.clear();
    }

    void digest(Digest digest) {
        long sum = 0;
        for (String request : failed) {
            sum += new Digest().add(request).value();
        }
        digest.add(sum);
    }
}
