package io.kvdrill.core.manager;

import io.kvdrill.core.digest.Digest;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.trace.ManagerEvent.ReapedIdForgotten;
import io.kvdrill.core.trace.TraceSink;
import java.util.LinkedHashMap;
import java.util.Map;

/** Ids whose parked stores expired, remembered for a while so that late fetches and stores are refused. */
final class ReapedIds {
    private final Rules rules;
    private final Deadlines deadlines;
    private final TraceSink trace;
    private final Map<String, ManagerDeadline> reaped = new LinkedHashMap<>();

    ReapedIds(Rules rules, Deadlines deadlines, TraceSink trace) {
        this.rules = rules;
        this.deadlines = deadlines;
        this.trace = trace;
    }

    /** Remembers an id. Not one that it remembers: nothing parks under that. */
    void add(long nowNanos, String request) {
        ManagerDeadline deadline = new ManagerDeadline() {
            @Override
            void expire(long now) {
                rules.reach(Rows.REAPED_ID_RETENTION);
                reaped.remove(request);
                trace.emit(new ReapedIdForgotten(request));
            }
        };
        reaped.put(request, deadline);
        deadlines.arm(deadline, nowNanos, rules.nanos(Rows.REAPED_ID_RETENTION));
    }

    boolean contains(String request) {
        return reaped.containsKey(request);
    }

    int size() {
        return reaped.size();
    }

    void clear() {
        reaped.values().forEach(deadlines::disarm);
        reaped.clear();
    }

    void digest(Digest digest, long nowNanos) {
        long sum = 0;
        for (Map.Entry<String, ManagerDeadline> entry : reaped.entrySet()) {
            sum += new Digest()
                    .add(entry.getKey())
                    .add(entry.getValue().dueNanos() - nowNanos)
                    .value();
        }
        digest.add(sum);
    }
}
