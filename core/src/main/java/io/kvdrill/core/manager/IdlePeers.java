package io.kvdrill.core.manager;

import io.kvdrill.core.profile.Choices.IdleMeans;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.session.Session;
import io.kvdrill.core.time.Deadlines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sessions that have been silent for the idle timeout, evicted when slots are scarce (vLLM pull request 51504). */
final class IdlePeers {
    private final Rules rules;
    private final Deadlines deadlines;
    private final Map<Session, ManagerDeadline> armed = new LinkedHashMap<>();
    private final Map<Long, Session> silent = new TreeMap<>();

    IdlePeers(Rules rules, Deadlines deadlines) {
        this.rules = rules;
        this.deadlines = deadlines;
    }

    private boolean enabled() {
        long timeout = rules.nanos(Rows.IDLE_TIMEOUT);
        return timeout > 0 && timeout != Profile.NO_LIMIT && rules.amount(Rows.MAX_PEERS) != Profile.NO_LIMIT;
    }

    void onActivity(long nowNanos, Session session) {
        if (!enabled()) {
            return;
        }
        silent.remove(session.number());
        ManagerDeadline deadline = armed.computeIfAbsent(session, quiet -> new ManagerDeadline() {
            @Override
            void expire(long now) {
                silent.put(quiet.number(), quiet);
            }
        });
        deadlines.arm(deadline, nowNanos, rules.nanos(Rows.IDLE_TIMEOUT));
    }

    void forget(Session session) {
        silent.remove(session.number());
        ManagerDeadline deadline = armed.remove(session);
        if (deadline != null) {
            deadlines.disarm(deadline);
        }
    }

    /** The sessions to evict while there are {@code sessions} of them. */
    List<Session> victims(int sessions) {
        if (silent.isEmpty() || !scarce(sessions)) {
            return List.of();
        }
        rules.reach(Rows.IDLE_TIMEOUT);
        rules.reach(Rows.IDLE_REAP_HEADROOM);
        List<Session> victims = new ArrayList<>();
        for (Session session : silent.values()) {
            boolean idle = rules.is(Rows.IDLE_MEANS, IdleMeans.NO_WORK_AT_ALL)
                    ? session.hasNoWorkAtAll()
                    : !session.hasPendingWork();
            if (idle) {
                victims.add(session);
            }
        }
        return victims;
    }

    private boolean scarce(int sessions) {
        long max = rules.amount(Rows.MAX_PEERS);
        long headroom = Math.min(rules.amount(Rows.IDLE_REAP_HEADROOM), Math.max(0, max - 1));
        return sessions >= max - headroom;
    }
}
