package io.kvdrill.scenarios.architecture.tangled.scenarios;

import org.jspecify.annotations.Nullable;

/** Uses core. */
public final class Offender {
    private final io.kvdrill.scenarios.architecture.tangled.core.@Nullable Offender other;

    /** Uses nothing yet. */
    public Offender() {
        this.other = null;
    }

    /** Tells whether it has a neighbour. */
    public boolean hasOther() {
        return other != null;
    }
}
