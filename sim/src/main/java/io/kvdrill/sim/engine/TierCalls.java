package io.kvdrill.sim.engine;

import io.kvdrill.core.tier.TierFailure;
import java.util.function.Supplier;

/** Calls into a tier: what escapes from one is the end of the process. */
final class TierCalls {
    private TierCalls() {}

    static void run(Runnable call) {
        call(() -> {
            call.run();
            return Boolean.TRUE;
        });
    }

    static <T> T call(Supplier<T> call) {
        try {
            return call.get();
        } catch (TierFailure failure) {
            throw new EngineAssertion("the tier threw " + failure.kind() + ": " + failure.getMessage(), failure);
        } catch (IllegalArgumentException failure) {
            // A transport's, for an identity that cannot be parsed: older rules let it pass through the tier.
            throw new EngineAssertion("an error passed through the tier: " + failure.getMessage(), failure);
        }
    }
}
