package io.kvdrill.sim.network;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.transport.contract.ControlCapability;
import io.kvdrill.core.transport.contract.ControlTransportContract;
import io.kvdrill.core.transport.contract.ControlTransportFixture;
import java.util.EnumSet;

/** The simulated control transport under the rows of {@code hardened}. */
class HardenedControlContractTest extends ControlTransportContract {

    @Override
    protected ControlTransportFixture newFixture() {
        return new SimControlFixture(
                Profile.of(Preset.HARDENED),
                EnumSet.complementOf(EnumSet.of(
                        ControlCapability.IGNORES_SECOND_CONNECTION, ControlCapability.BAD_IDENTITIES_ESCAPE)));
    }
}
