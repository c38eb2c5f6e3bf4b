package io.kvdrill.sim.fabric;

import io.kvdrill.core.transport.contract.DataTransportContract;
import io.kvdrill.core.transport.contract.DataTransportFixture;
import io.kvdrill.sim.world.DataPlane;

/** A data plane that fences both ways and whose cancel stops nothing. */
class UcxLikeDataContractTest extends DataTransportContract {

    @Override
    protected DataTransportFixture newFixture() {
        return new SimDataFixture(DataPlane.DEFAULT);
    }
}
