package io.kvdrill.sim.world;

import java.util.Collection;

/** The names that a world may use and does not define itself. */
public interface Vocabulary {

    /** The names of all trace events. */
    Collection<String> events();

    /** The fields of an event, by the names that {@link Boundary.Filter} uses. */
    Collection<String> fieldsOf(String event);

    /** Whether an event happens at a peer, or is about one: the others are the world's own, and no peer can be asked for. */
    boolean happensAtPeers(String event);

    /** The words that a field of an event may hold: constants and truth values. Empty where it holds anything else. */
    Collection<String> wordsOf(String event, String field);

    /** Whether a field of an event holds a whole number. */
    boolean holdsNumber(String event, String field);

    /** The wire names of all messages. */
    Collection<String> messages();

    /** The profile rows that have a deadline with an edge. */
    Collection<String> deadlineRows();

    /** The laws. */
    Collection<String> laws();
}
