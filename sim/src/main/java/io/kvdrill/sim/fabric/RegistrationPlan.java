package io.kvdrill.sim.fabric;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the faults that match a registration have in store for it, together. */
final class RegistrationPlan {
    long delayNanos;

    @Nullable String rejected;

    @Nullable String failed;

    boolean hangs;
    /** What is to happen when the rule that makes it hang ends. */
    private final List<Runnable> releases = new ArrayList<>();

    void add(RegistrationFate fate) {
        if (fate instanceof RegistrationFate.Delay delay) {
            delayNanos += delay.nanos();
        } else if (fate instanceof RegistrationFate.Reject reject) {
            rejected = reject.reason();
        } else if (fate instanceof RegistrationFate.Fail fail) {
            failed = fail.reason();
        } else if (fate instanceof RegistrationFate.Hang) {
            hangs = true;
        }
    }

    void onRelease(Runnable action) {
        if (hangs) {
            releases.add(action);
        }
    }

    void release() {
        hangs = false;
        List<Runnable> actions = List.copyOf(releases);
        releases.clear();
        actions.forEach(Runnable::run);
    }
}
