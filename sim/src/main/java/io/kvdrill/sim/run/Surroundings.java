package io.kvdrill.sim.run;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.trace.TraceRecorder;
import io.kvdrill.sim.world.World;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What the peers of a run share.
 *
 * @param everyTick whether idle peers step although nothing is due
 * @param somethingDue whether anything will happen in the run but idle steps
 * @param onStepEnd told after each step
 */
record Surroundings(
        World world,
        Profile profile,
        Kernel kernel,
        RandomStreams streams,
        TraceRecorder recorder,
        TransportFactory transports,
        TierFactory tiers,
        Steps grid,
        Clients clients,
        boolean everyTick,
        BooleanSupplier somethingDue,
        Consumer<PeerProcess> onStepEnd) {}
