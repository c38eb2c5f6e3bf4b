package io.kvdrill.scenarios.architecture.tangled.core;

import org.jspecify.annotations.Nullable;

/** Uses sim. */
public final class Offender {
    private final io.kvdrill.scenarios.architecture.tangled.sim.@Nullable Offender other;

    /** Uses nothing yet. */
    public Offender() {
        this.other = null;
    }

    /** Tells whether it has a neighbour. */
    public boolean hasOther() {
        return other != null;
    }
}
