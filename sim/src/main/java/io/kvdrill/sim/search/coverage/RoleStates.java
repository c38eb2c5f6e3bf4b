package io.kvdrill.sim.search.coverage;

import io.kvdrill.core.trace.ClientEvent;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.ServerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.core.trace.TraceEvent;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.run.Violation;
import io.kvdrill.sim.trace.TraceEntry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Follows the states of all machines of all peers through a trace. */
public final class RoleStates {
    /** What a machine is in before its first event. */
    public static final String NONE = "none";

    private static final String ENDED = "ended";

    /** Sees each step of each machine. */
    @FunctionalInterface
    public interface Steps {
        /**
         * A machine takes an event.
         *
         * @param from its state before; {@link #NONE} for a new one
         * @param to its state after; the same where the event changes nothing
         */
        void onStep(Machine machine, String from, TraceEvent event, String to);
    }

    private record Key(Machine machine, String site, String peer, String request) {}

    private record Step(Machine machine, String peer, String request, String to) {}

    private final Map<Key, String> states = new LinkedHashMap<>();
    private final Steps steps;

    /** Follows a run from its start. */
    public RoleStates(Steps steps) {
        this.steps = steps;
    }

    /** Takes the next entry. */
    public void onEntry(TraceEntry entry) {
        TraceEvent event = entry.event();
        if (event instanceof EngineEvent.EngineStarted) {
            states.keySet().removeIf(key -> key.site().equals(entry.peer()));
            return;
        }
        Step step = step(event);
        if (step == null) {
            return;
        }
        Key key = new Key(step.machine(), entry.peer(), step.peer(), step.request());
        String from = states.getOrDefault(key, NONE);
        String to = step.to().isEmpty() ? from : step.to();
        if (!to.equals(from)) {
            states.put(key, to);
        }
        steps.onStep(step.machine(), from, event, to);
    }

    /**
     * The states that a violation is about, in one line: of the loads and rounds of its request at the peer where it broke,
     * without those that are over. Names of peers, requests and numbers are left out, and what other machines did
     * meanwhile, so that two runs can agree.
     */
    public String about(Violation violation) {
        TreeSet<String> about = new TreeSet<>();
        states.forEach((key, state) -> {
            boolean told = key.machine() == Machine.LOAD || key.machine() == Machine.ROUND;
            boolean here =
                    !violation.peers().isEmpty() && violation.peers().get(0).equals(key.site());
            boolean same = !violation.request().isEmpty() && violation.request().equals(key.request());
            if (told && here && same && !state.equals(ENDED)) {
                about.add(key.machine().word() + " " + state);
            }
        });
        return String.join(", ", about);
    }

    private static @Nullable Step step(TraceEvent event) {
        if (event instanceof SessionEvent session) {
            return ofSession(session);
        } else if (event instanceof ClientEvent client) {
            return ofClient(client);
        } else if (event instanceof ServerEvent server) {
            return ofServer(server);
        } else if (event instanceof ManagerEvent.StoreParked parked) {
            return new Step(Machine.SUPPLY, "", parked.request(), "parked");
        } else if (event instanceof ManagerEvent.RequestBound bound) {
            return new Step(Machine.SUPPLY, "", bound.request(), "bound");
        } else if (event instanceof ManagerEvent.ParkedStoresReaped reaped) {
            return new Step(Machine.SUPPLY, "", reaped.request(), ENDED);
        } else if (event instanceof ManagerEvent.ParkedStoresFailed failed) {
            return new Step(Machine.SUPPLY, "", failed.request(), ENDED);
        }
        return null;
    }

    private static @Nullable Step ofSession(SessionEvent event) {
        if (event instanceof SessionEvent.SessionOpened opened) {
            return new Step(Machine.SESSION, opened.peer(), "", "opened");
        } else if (event instanceof SessionEvent.SessionReady ready) {
            return new Step(Machine.SESSION, ready.peer(), "", "ready");
        } else if (event instanceof SessionEvent.SessionDied died) {
            return new Step(Machine.SESSION, died.peer(), "", "dead");
        } else if (event instanceof SessionEvent.SessionClosed closed) {
            return new Step(Machine.SESSION, closed.peer(), "", "closed");
        } else if (event instanceof SessionEvent.MessageReceived received) {
            return new Step(Machine.SESSION, received.peer(), "", "");
        } else if (event instanceof SessionEvent.ProtocolViolated violated) {
            return new Step(Machine.SESSION, violated.peer(), "", "");
        } else if (event instanceof SessionEvent.RegistrationStarted started) {
            return new Step(Machine.REGISTRATION, started.peer(), "", "registering");
        } else if (event instanceof SessionEvent.RegistrationSettled settled) {
            return new Step(Machine.REGISTRATION, settled.peer(), "", settled.ready() ? "registered" : "rejected");
        } else if (event instanceof SessionEvent.FenceStarted fence) {
            return new Step(Machine.REGISTRATION, fence.peer(), "", "fencing");
        } else if (event instanceof SessionEvent.RegistrationRemoved removed) {
            return new Step(Machine.REGISTRATION, removed.peer(), "", "gone");
        }
        return null;
    }

    private static @Nullable Step ofClient(ClientEvent event) {
        Machine machine = Machine.LOAD;
        String to;
        if (event instanceof ClientEvent.LoadStarted started) {
            to = started.mode() == LoadMode.PD ? "loading_pd" : "loading_symmetric";
        } else if (event instanceof ClientEvent.LoadAborting) {
            to = "aborting";
        } else if (event instanceof ClientEvent.LoadEnded ended) {
            to = ended.slotsHeld() ? "held" : ENDED;
        } else if (event instanceof ClientEvent.LoadForgotten) {
            to = "forgotten";
        } else if (event instanceof ClientEvent.LoadSlotsReleased || event instanceof ClientEvent.LoadRefused) {
            to = ENDED;
        } else if (event instanceof ClientEvent.ProbeRegistered) {
            machine = Machine.LOOKUP;
            to = "asking";
        } else if (event instanceof ClientEvent.ProbeResolved) {
            machine = Machine.LOOKUP;
            to = "answered";
        } else if (event instanceof ClientEvent.ProbesDropped || event instanceof ClientEvent.LookupTimedOut) {
            machine = Machine.LOOKUP;
            to = "dropped";
        } else {
            to = "";
        }
        return new Step(machine, event.peer(), event.request(), to);
    }

    private static @Nullable Step ofServer(ServerEvent event) {
        Machine machine = Machine.ROUND;
        String to;
        if (event instanceof ServerEvent.DemandReceived || event instanceof ServerEvent.WriteEnded) {
            to = "demanded";
        } else if (event instanceof ServerEvent.WriteStarted) {
            to = "writing";
        } else if (event instanceof ServerEvent.AbortParked) {
            to = "draining";
        } else if (event instanceof ServerEvent.RoundEnded) {
            to = ENDED;
        } else if (event instanceof ServerEvent.AbortAcknowledged) {
            to = "acknowledged";
        } else if (event instanceof ServerEvent.LookupEnqueued) {
            machine = Machine.ANSWER;
            to = "pending";
        } else if (event instanceof ServerEvent.HitsPinned) {
            machine = Machine.ANSWER;
            to = "pinned";
        } else if (event instanceof ServerEvent.LookupAnswered) {
            machine = Machine.ANSWER;
            to = "answered";
        } else if (event instanceof ServerEvent.LookupDropped) {
            machine = Machine.ANSWER;
            to = "dropped";
        } else if (event instanceof ServerEvent.SupplyFiled) {
            machine = Machine.SUPPLY;
            to = "filed";
        } else if (event instanceof ServerEvent.StoreEnded ended) {
            machine = Machine.SUPPLY;
            to = ended.slotsHeld() ? "held" : ENDED;
        } else if (event instanceof ServerEvent.StoreSlotsReleased || event instanceof ServerEvent.SupplyRemoved) {
            machine = Machine.SUPPLY;
            to = ENDED;
        } else {
            to = "";
        }
        return new Step(machine, event.peer(), event.request(), to);
    }
}
