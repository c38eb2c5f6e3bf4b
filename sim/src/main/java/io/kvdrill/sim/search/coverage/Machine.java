package io.kvdrill.sim.search.coverage;

import java.util.List;
import java.util.Locale;

/**
 * A part of a tier whose states a trace shows: coarser than docs/state-machines.md, so that any tier that leaves the same
 * events can be judged. Nothing is said of a machine before its first event, and nothing after its end.
 */
public enum Machine {
    /** A session with a peer: our half of the handshake. */
    SESSION("opened", "ready", "dead", "closed"),
    /** A peer's registration with our data plane. */
    REGISTRATION("registering", "registered", "rejected", "fencing", "gone"),
    /** The probes of a request at a peer. */
    LOOKUP("asking", "answered", "dropped"),
    /** A load from a peer, until its slots are free. */
    LOAD("loading_pd", "loading_symmetric", "aborting", "held", "ended", "forgotten"),
    /** A peer's lookup that we answer. */
    ANSWER("pending", "pinned", "answered", "dropped"),
    /** A round that we serve. */
    ROUND("demanded", "writing", "draining", "ended", "acknowledged"),
    /** The blocks that we offer under a request. */
    SUPPLY("parked", "bound", "filed", "held", "ended");

    private final List<String> states;

    Machine(String... states) {
        this.states = List.of(states);
    }

    /** All its states. */
    public List<String> states() {
        return states;
    }

    /** What it is called: {@code round}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
