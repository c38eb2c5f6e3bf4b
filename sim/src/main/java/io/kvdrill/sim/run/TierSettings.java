package io.kvdrill.sim.run;

import io.kvdrill.core.manager.RandomSource;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;

/**
 * What a tier is built from.
 *
 * @param localId its peer's id, {@code host:port}
 * @param rules the profile; the tier notes there what it reached
 * @param control control transport of this process
 * @param data data transport of this process
 * @param trace where its events go
 * @param hashSeed seed of its engine's block hashes
 * @param fingerprint compatibility fingerprint, empty for none
 * @param random its random numbers, of this process life
 * @param failureDomain what it dies with, as it announces it; empty for none
 */
public record TierSettings(
        String localId,
        Rules rules,
        ControlTransport control,
        DataTransport data,
        TraceSink trace,
        String hashSeed,
        String fingerprint,
        RandomSource random,
        String failureDomain) {
    /** Of a tier that announces no failure domain. */
    public TierSettings(
            String localId,
            Rules rules,
            ControlTransport control,
            DataTransport data,
            TraceSink trace,
            String hashSeed,
            String fingerprint,
            RandomSource random) {
        this(localId, rules, control, data, trace, hashSeed, fingerprint, random, "");
    }
}
