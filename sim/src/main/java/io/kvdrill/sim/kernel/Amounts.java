package io.kvdrill.sim.kernel;

import io.kvdrill.sim.world.Amount;

/** Draws from distributions of numbers. */
public final class Amounts {
    private Amounts() {}

    /** One sample, at least 1; a fixed number draws nothing from the stream. */
    public static long sample(Amount amount, RandomStream stream) {
        if (amount instanceof Amount.Fixed fixed) {
            return fixed.value();
        } else if (amount instanceof Amount.Uniform uniform) {
            return stream.uniform(uniform.min(), uniform.max());
        } else if (amount instanceof Amount.LogNormal normal) {
            double drawn = Delays.logNormal(normal.median(), normal.p99(), stream);
            return Math.max(1, Math.min(amount.most(), StrictMath.round(drawn)));
        }
        throw new IllegalArgumentException("no such distribution: " + amount);
    }
}
