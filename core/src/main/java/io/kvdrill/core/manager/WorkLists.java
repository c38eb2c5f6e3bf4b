package io.kvdrill.core.manager;

import io.kvdrill.core.session.Session;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which sessions have something to do, oldest first, so that a sweep, a serve window and a step's end visit no others. */
final class WorkLists {
    private final TreeMap<Long, Session> polls = new TreeMap<>();
    private final TreeMap<Long, Session> serves = new TreeMap<>();
    private final TreeMap<Long, Session> scheduleEnds = new TreeMap<>();
    private boolean serveDue;
    private boolean sweepDue;

    void poll(Session session) {
        polls.put(session.number(), session);
    }

    /** Has something for the next serve window, which need not come before something else happens. */
    void serve(Session session) {
        serves.put(session.number(), session);
    }

    /** Has something for a serve window that should come at once. */
    void serveSoon(Session session) {
        serve(session);
        serveDue = true;
    }

    /** A session is new: the next sweep should come at once. */
    void sweepSoon() {
        sweepDue = true;
    }

    /** The sweep that should have come at once has come. */
    void beginSweep() {
        sweepDue = false;
    }

    void scheduleEnd(Session session) {
        scheduleEnds.put(session.number(), session);
    }

    /**
     * Takes the oldest session with work that is younger than {@code after}; null where there is none. Work that arises for
     * one that was taken waits for the next sweep.
     */
    @Nullable Session takePoll(long after) {
        if (polls.isEmpty()) {
            return null;
        }
        Map.Entry<Long, Session> next = polls.higherEntry(after);
        if (next == null) {
            return null;
        }
        polls.remove(next.getKey());
        return next.getValue();
    }

    /** The sessions that wait for a poll: those that have died among them, for in its poll a dead one asks for another. */
    List<Session> polls() {
        return polls.isEmpty() ? List.of() : List.copyOf(polls.values());
    }

    List<Session> takeServes() {
        serveDue = false;
        return take(serves);
    }

    List<Session> takeScheduleEnds() {
        return take(scheduleEnds);
    }

    private static List<Session> take(Map<Long, Session> list) {
        if (list.isEmpty()) {
            return List.of();
        }
        List<Session> taken = List.copyOf(list.values());
        list.clear();
        return taken;
    }

    void forget(Session session) {
        polls.remove(session.number());
        serves.remove(session.number());
        scheduleEnds.remove(session.number());
    }

    /** Whether a sweep or a serve window has something to do even if nothing happens before it. */
    boolean anyDue() {
        return sweepDue || serveDue || !polls.isEmpty();
    }

    /** Three bits: whether the session is on each of the lists that influence what it does. */
    int membership(Session session) {
        return (polls.containsKey(session.number()) ? 1 : 0)
                | (serves.containsKey(session.number()) ? 2 : 0)
                | (scheduleEnds.containsKey(session.number()) ? 4 : 0);
    }

    /** No session is left to serve. */
    void dropServeWindow() {
        serveDue = false;
    }
}
