package io.kvdrill.sim.network;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.transport.contract.ControlCapability;
import io.kvdrill.core.transport.contract.ControlTransportContract;
import io.kvdrill.core.transport.contract.ControlTransportFixture;
import java.util.EnumSet;

/** The simulated control transport under the rows of {@code vllm-2026-08}. */
class PublishedControlContractTest extends ControlTransportContract {

    @Override
    protected ControlTransportFixture newFixture() {
        return new SimControlFixture(
                Profile.of(Preset.VLLM_2026_08),
                EnumSet.of(
                        ControlCapability.REPORTS_CLOSE,
                        ControlCapability.REPORTS_SILENCE,
                        ControlCapability.QUEUES_UNTIL_ANSWERED,
                        ControlCapability.IGNORES_SECOND_CONNECTION,
                        ControlCapability.BAD_IDENTITIES_ESCAPE,
                        ControlCapability.RAW_CLIENTS));
    }
}
