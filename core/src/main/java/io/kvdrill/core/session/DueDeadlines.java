package io.kvdrill.core.session;

import io.kvdrill.core.session.SessionDeadline.Phase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The deadlines of one session that have fallen due since its last poll, by the phase that judges them. */
final class DueDeadlines {
    private final Map<Phase, List<SessionDeadline>> due = new EnumMap<>(Phase.class);

    void add(SessionDeadline deadline) {
        due.computeIfAbsent(deadline.phase(), phase -> new ArrayList<>()).add(deadline);
    }

    List<SessionDeadline> take(Phase phase) {
        List<SessionDeadline> taken = due.remove(phase);
        return taken == null ? List.of() : taken;
    }

    /** Judges those of a phase that nothing has disarmed or armed again in the meantime. */
    void expire(long nowNanos, Phase phase) {
        for (SessionDeadline deadline : take(phase)) {
            if (deadline.takeDue()) {
                deadline.expire(nowNanos);
            }
        }
    }
}
