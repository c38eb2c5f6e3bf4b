package io.kvdrill.sim.fabric;

import org.jspecify.annotations.Nullable;

/**
 * Which writes, registrations or fences are meant.
 *
 * @param at the peer that writes, registers or fences; null for any
 * @param of the peer that is written to, registered or fenced; null for any
 */
public record WriteFilter(@Nullable String at, @Nullable String of) {

    /** All of them. */
    public static WriteFilter any() {
        return new WriteFilter(null, null);
    }

    boolean matches(String actor, String other) {
        return (at == null || at.equals(actor)) && (of == null || of.equals(other));
    }
}
