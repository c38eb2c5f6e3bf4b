package io.kvdrill.scenarios.architecture.tangled.reports;

import org.jspecify.annotations.Nullable;

/** Uses scenarios. */
public final class Offender {
    private final io.kvdrill.scenarios.architecture.tangled.scenarios.@Nullable Offender other;

    /** Uses nothing yet. */
    public Offender() {
        this.other = null;
    }

    /** Tells whether it has a neighbour. */
    public boolean hasOther() {
        return other != null;
    }
}
