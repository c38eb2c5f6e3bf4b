package io.kvdrill.sim.fabric;

import io.kvdrill.core.transport.contract.DataTransportContract;
import io.kvdrill.core.transport.contract.DataTransportFixture;
import io.kvdrill.sim.world.DataPlane;

/** A data plane whose cancel stops bytes, that knows its progress, and that cannot fence. */
class StoppingDataContractTest extends DataTransportContract {

    @Override
    protected DataTransportFixture newFixture() {
        return new SimDataFixture(new DataPlane(1_000_000, 1_000, true, false, false, 0, 500_000_000, true, 0));
    }
}
