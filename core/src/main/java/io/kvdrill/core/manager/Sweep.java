package io.kvdrill.core.manager;

import io.kvdrill.core.session.Session;
import io.kvdrill.core.time.Deadline;
import io.kvdrill.core.time.Deadlines;
import io.kvdrill.core.transport.Connection;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.List;

/**
 * One sweep (protocol.md section 6.3): takes what the transports have and what has fallen due, and lets those handle it
 * whom it concerns. Costs what is due, not what exists; allocates nothing where there is nothing to do.
 */
final class Sweep {
    private final Deadlines deadlines;
    private final ControlTransport control;
    private final DataTransport data;
    private final SessionTable sessions;
    private final SessionOpener opener;
    private final Reaper reaper;
    private final List<ManagerDeadline> due = new ArrayList<>();
    private final List<Connection> accepted = new ArrayList<>();
    private final List<Registration> settled = new ArrayList<>();
    private final ControlListener controlListener = new ControlListener();
    private final DataListener dataListener = new DataListener();

    Sweep(
            Deadlines deadlines,
            ControlTransport control,
            DataTransport data,
            SessionTable sessions,
            SessionOpener opener,
            Reaper reaper) {
        this.deadlines = deadlines;
        this.control = control;
        this.data = data;
        this.sessions = sessions;
        this.opener = opener;
        this.reaper = reaper;
    }

    /** Does all of it, in the order in which the tier promises it. */
    void run(long nowNanos) {
        collectDue(nowNanos);
        sessions.work().beginSweep();
        pollControl(nowNanos);
        pollData(nowNanos);
        pollYoungerThan(Long.MIN_VALUE, nowNanos);
        reapDead(nowNanos);
        expireOwn(nowNanos);
        reaper.reapIdle(nowNanos);
    }

    /** Whether a sweep that failed has left deadlines of the manager unjudged. */
    boolean cutShort() {
        return !due.isEmpty();
    }

    // ---- deadlines -----------------------------------------------------------------------------------------------

    private void collectDue(long nowNanos) {
        for (Deadline deadline = deadlines.pollDue(nowNanos);
                deadline != null;
                deadline = deadlines.pollDue(nowNanos)) {
            if (!Session.noteDue(deadline) && deadline instanceof ManagerDeadline own) {
                due.add(own);
            }
        }
    }

    private void expireOwn(long nowNanos) {
        if (due.isEmpty()) {
            return;
        }
        for (ManagerDeadline deadline : List.copyOf(due)) {
            if (deadline.takeDue()) {
                deadline.expire(nowNanos);
            }
        }
        due.clear();
    }

    // ---- transports ----------------------------------------------------------------------------------------------

    private void pollControl(long nowNanos) {
        control.poll(controlListener);
        try {
            for (int i = 0; i < accepted.size(); i++) {
                opener.accept(nowNanos, accepted.get(i));
            }
        } finally {
            accepted.clear();
        }
    }

    private void pollData(long nowNanos) {
        settled.clear();
        dataListener.nowNanos = nowNanos;
        data.poll(dataListener);
        for (int i = 0; i < settled.size(); i++) {
            sessions.onRegistrationSettled(nowNanos, settled.get(i));
        }
    }

    private final class ControlListener implements ControlTransport.Listener {
        @Override
        public void onAccepted(Connection connection) {
            accepted.add(connection);
        }

        @Override
        public void onReceived(Connection connection) {
            sessions.onConnectionChanged(connection.peer());
        }

        @Override
        public void onLost(Connection connection) {
            sessions.onConnectionChanged(connection.peer());
        }
    }

    private final class DataListener implements DataTransport.Listener {
        private long nowNanos;

        @Override
        public void onCompletions(Registration registration) {
            sessions.onCompletions(nowNanos, registration);
        }

        @Override
        public void onRegistrationSettled(Registration registration) {
            settled.add(registration);
        }

        @Override
        public void onFenced(Registration registration) {
            sessions.onFenced(nowNanos, registration);
        }
    }

    // ---- sessions ------------------------------------------------------------------------------------------------

    private void pollYoungerThan(long after, long nowNanos) {
        WorkLists work = sessions.work();
        for (Session next = work.takePoll(after); next != null; next = work.takePoll(next.number())) {
            sessions.poll(nowNanos, next);
        }
    }

    /** Reaps those that died in their poll, which ask for another; what their successors have been sent is handled at once. */
    private void reapDead(long nowNanos) {
        List<Session> waiting = sessions.work().polls();
        Session eldestSuccessor = null;
        for (int i = 0; i < waiting.size(); i++) {
            Session session = waiting.get(i);
            if (sessions.get(session.peer()) == session && session.dead() && session.connected()) {
                reaper.reap(nowNanos, session);
                Session successor = opener.succeed(nowNanos, session);
                eldestSuccessor = eldestSuccessor == null ? successor : eldestSuccessor;
            }
        }
        if (eldestSuccessor != null) {
            pollYoungerThan(eldestSuccessor.number() - 1, nowNanos);
        }
    }
}
