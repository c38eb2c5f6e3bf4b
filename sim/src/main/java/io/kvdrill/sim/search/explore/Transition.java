package io.kvdrill.sim.search.explore;

import io.kvdrill.sim.kernel.Event;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that may happen next. Its name tells it from everything else that may happen in the same state, and is the
 * same in every run that comes to that state. It is made up when it is asked for: most transitions are never spoken of.
 */
final class Transition {
    private static final long NOW = -1;
    private static final long NEVER_AGAIN = -2;

    private final Supplier<String> naming;
    private final String peer;
    private final List<Event> events;
    private final boolean thenStep;
    private final String fault;
    private final long toNanos;
    private final boolean late;
    private @Nullable String name;

    private Transition(
            Supplier<String> naming,
            String peer,
            List<Event> events,
            boolean thenStep,
            String fault,
            long toNanos,
            boolean late) {
        this.naming = naming;
        this.peer = peer;
        this.events = events;
        this.thenStep = thenStep;
        this.fault = fault;
        this.toNanos = toNanos;
        this.late = late;
    }

    static Transition event(Supplier<String> naming, String peer, Event event) {
        return new Transition(naming, peer, List.of(event), false, "", NOW, false);
    }

    static Transition step(Supplier<String> naming, String peer, List<Event> arrivals) {
        return new Transition(naming, peer, arrivals, true, "", NOW, false);
    }

    static Transition fault(String name, String peer, String moment) {
        return new Transition(() -> name, peer, List.of(), false, moment, NOW, false);
    }

    static Transition time(Supplier<String> naming, long toNanos, boolean late) {
        return new Transition(naming, "", List.of(), false, "", toNanos, late);
    }

    /** The end of a run in which a fault could still strike, but need not. */
    static Transition end() {
        return new Transition(() -> "nothing more happens", "", List.of(), false, "", NEVER_AGAIN, false);
    }

    /** For people, and for a schedule that is stored. */
    String name() {
        String known = name;
        if (known == null) {
            known = naming.get();
            name = known;
        }
        return known;
    }

    /** The only peer that it concerns; empty if it may concern several. */
    String peer() {
        return peer;
    }

    /** What fires, in this order; what has been cancelled by then is left out. */
    List<Event> events() {
        return events;
    }

    /** Whether the peer steps then, if it has something to do. */
    boolean thenStep() {
        return thenStep;
    }

    /** Whether it is nothing but a step: what has come to the peer since the last one is not seen yet. */
    boolean blindStep() {
        return thenStep && events.isEmpty();
    }

    /** What waits for the open moment that comes; empty if none does. */
    String fault() {
        return fault;
    }

    /** World time afterwards; the past stands for now. */
    long toNanos() {
        return toNanos;
    }

    /** Whether time passes although something else could happen. */
    boolean late() {
        return late;
    }

    boolean ends() {
        return toNanos == NEVER_AGAIN;
    }

    /** Whether transitions of two peers can be swapped without a difference. */
    static boolean independent(String peer, String otherPeer) {
        return !peer.isEmpty() && !otherPeer.isEmpty() && !peer.equals(otherPeer);
    }
}
