package io.kvdrill.sim.world;

import java.util.Collection;

/** The names that a world may use and does not define itself. */
public interface Vocabulary {

    /** The names of all trace events. */
    Collection<String> events();

    /** The fields of an event, by the names that {@link Boundary.Filter} uses. */
    Collection<String> fieldsOf(String event);

    /** The wire names of all messages. */
    Collection<String> messages();

    /** The profile rows that have a deadline with an edge. */
    Collection<String> deadlineRows();

    /** The laws. */
    Collection<String> laws();
}
