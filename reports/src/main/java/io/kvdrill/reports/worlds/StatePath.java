package io.kvdrill.reports.worlds;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The states that something went through. Numbers of jobs differ from world to world, so it is known by where it was, what
 * it was about, and which of its kind it was there.
 *
 * @param kind of what
 * @param peer at which peer, by name
 * @param other the other peer, by name; empty where it has none, or not always
 * @param request its request; empty for none
 * @param number which of those that are alike otherwise, from 1
 * @param passages the states, in order
 * @param result what its engine was told of its job; empty where it has none, or was told nothing
 */
record StatePath(
        Kind kind, String peer, String other, String request, int number, List<Passage> passages, String result) {

    /** What goes through states. */
    enum Kind {
        /** The sending half of a session: its handshake, and its end. */
        SESSION,
        /** The receiving half: the registration of the peer's memory. */
        REGISTRATION,
        /** A load, with its job. */
        LOAD,
        /** A store, with its job. */
        STORE,
        /** What a producer owes for one fetch. */
        ROUND
    }

    /** A store that came before its fetch has gone through this; one that came after it, not. */
    static final String PARKED = "parked";

    /** Keeps an immutable copy. */
    StatePath {
        passages = List.copyOf(passages);
    }

    /** What it is, as it is called in both worlds. */
    String subject() {
        String what = kind.name().toLowerCase(Locale.ROOT);
        String about = switch (kind) {
            case SESSION -> " with " + other;
            case REGISTRATION -> " of " + other;
            case LOAD, STORE, ROUND -> request.isEmpty() ? "" : " of " + request;
        };
        return what + about + " at " + peer + (number == 1 ? "" : ", no. " + number);
    }

    /** The states in one line. */
    String states() {
        return passages.stream().map(Passage::state).collect(Collectors.joining(", "));
    }

    /** Whether it went through {@link #PARKED}. */
    boolean parked() {
        return passages.stream().anyMatch(StatePath::isParked);
    }

    /** The same without {@link #PARKED}. */
    List<Passage> passagesButParked() {
        return passages.stream().filter(passage -> !isParked(passage)).toList();
    }

    private static boolean isParked(Passage passage) {
        return passage.state().equals(PARKED);
    }
}
