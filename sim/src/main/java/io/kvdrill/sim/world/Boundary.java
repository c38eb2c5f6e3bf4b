package io.kvdrill.sim.world;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind of thing that happens in a run and leaves a trace event: what a moment may wait for, and an expectation count.
 *
 * @param event the event's name as a stored trace shows it ({@code write_ended}); or {@code sent:TYPE}, {@code
 *     received:TYPE} with the wire name of a message ({@code sent:transfer_done})
 * @param where the peer at which it happens, by its name in the world; null for any
 * @param filters fields that must match, all of them
 */
public record Boundary(String event, @Nullable String where, List<Filter> filters) {

    /**
     * A field must have a value.
     *
     * @param field its name as a stored trace shows it ({@code request}); fields of a message are reached through it
     *     ({@code message.round}); a field that names a peer may be given by the peer's name in the world
     * @param value the value in text: numbers in decimal, constants and truth values in lower case
     */
    public record Filter(String field, String value) {}

    /** Keeps an immutable copy of {@code filters}. */
    public Boundary {
        filters = List.copyOf(filters);
    }

    /** Any event of this name, at any peer. */
    public static Boundary of(String event) {
        return new Boundary(event, null, List.of());
    }

    /** A message handed to the transport. */
    public static Boundary sent(String wireName) {
        return of("sent:" + wireName);
    }

    /** A message about to be dispatched. */
    public static Boundary received(String wireName) {
        return of("received:" + wireName);
    }

    /** This boundary at one peer only. */
    public Boundary at(String peer) {
        return new Boundary(event, peer, filters);
    }

    /** Whether whatever passes another boundary passes this one, too: this one asks for no more. */
    public boolean covers(Boundary other) {
        return event.equals(other.event)
                && (where == null || where.equals(other.where))
                && other.filters.containsAll(filters);
    }

    /** In words: {@code sent transfer_done at prefill (request r1)}. */
    public String words() {
        StringBuilder words = new StringBuilder(event.replace(':', ' '));
        if (where != null) {
            words.append(" at ").append(where);
        }
        if (!filters.isEmpty()) {
            words.append(" (");
            for (int i = 0; i < filters.size(); i++) {
                Filter filter = filters.get(i);
                words.append(i == 0 ? "" : ", ")
                        .append(filter.field())
                        .append(' ')
                        .append(filter.value());
            }
            words.append(')');
        }
        return words.toString();
    }

    /** This boundary with one more field that must match. */
    public Boundary with(String field, String value) {
        List<Filter> more = new java.util.ArrayList<>(filters);
        more.add(new Filter(field, value));
        return new Boundary(event, where, more);
    }
}
