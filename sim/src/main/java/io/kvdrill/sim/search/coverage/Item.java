package io.kvdrill.sim.search.coverage;

import java.util.Comparator;

/**
 * Something that a run can reach.
 *
 * @param kind what kind of thing
 * @param name which one: {@code bindings}, {@code fetch received}, {@code kill data after write_posted}
 */
public record Item(Kind kind, String name) implements Comparable<Item> {
    private static final Comparator<Item> ORDER =
            Comparator.comparing(Item::kind).thenComparing(Item::name);

    /** The kinds. */
    public enum Kind {
        /** A profile row mattered. */
        ROW("profile rows"),
        /** A message was sent, queued or received. */
        MESSAGE("messages"),
        /** A trace event of a kind happened. */
        EVENT("trace events"),
        /** A fault of a kind struck. */
        FAULT("faults"),
        /** A fault struck right after an event. */
        BOUNDARY("faults at events"),
        /** A machine was in a state. */
        STATE("role states"),
        /** A machine took an event in a state. */
        STEP("role transitions");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** What things of this kind are called. */
        public String text() {
            return text;
        }
    }

    @Override
    public int compareTo(Item other) {
        return ORDER.compare(this, other);
    }
}
