package io.kvdrill.core.session;

import java.util.ArrayList;
import java.util.List;

/**
 * A state machine as data: which state may follow which on what event. The code moves only along the table, and the
 * documentation shows it; both are held to it by tests.
 *
 * @param <S> states
 * @param <E> events
 */
public final class TransitionTable<S extends Enum<S>, E extends Enum<E>> {

    /**
     * One line of the table.
     *
     * @param condition when there are several lines for one state and event, what decides; else empty
     */
    public record Transition<S, E>(S from, E event, S to, String condition) {}

    private final String name;
    private final List<Transition<S, E>> transitions;

    private TransitionTable(String name, List<Transition<S, E>> transitions) {
        this.name = name;
        this.transitions = List.copyOf(transitions);
    }

    /** The machine's name. */
    public String name() {
        return name;
    }

    /** The lines, in the order in which they were written. */
    public List<Transition<S, E>> transitions() {
        return transitions;
    }

    /**
     * Follows a line of the table.
     *
     * @return {@code to}
     * @throws IllegalStateException if the table has no such line
     */
    S move(S from, E event, S to) {
        for (int i = 0; i < transitions.size(); i++) {
            Transition<S, E> transition = transitions.get(i);
            if (transition.from() == from && transition.event() == event && transition.to() == to) {
                return to;
            }
        }
        throw new IllegalStateException(name + ": no transition from " + from + " on " + event + " to " + to);
    }

    /** Collects the lines of a table. */
    static final class Builder<S extends Enum<S>, E extends Enum<E>> {
        private final String name;
        private final List<Transition<S, E>> transitions = new ArrayList<>();

        Builder(String name) {
            this.name = name;
        }

        Builder<S, E> on(S from, E event, S to) {
            return on(from, event, to, "");
        }

        Builder<S, E> on(S from, E event, S to, String condition) {
            transitions.add(new Transition<>(from, event, to, condition));
            return this;
        }

        TransitionTable<S, E> build() {
            return new TransitionTable<>(name, transitions);
        }
    }
}
