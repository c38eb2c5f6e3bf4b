package io.kvdrill.scenarios.conform.tier;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.trace.TraceSink;
import io.kvdrill.core.transport.ControlTransport;
import io.kvdrill.core.transport.DataTransport;
import io.kvdrill.scenarios.conform.vector.VectorConfig;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Makes the tier under test. */
public interface TierFactory {

    /** A tier, and what it lets one see. */
    interface Hosted {
        /** The tier. */
        SecondaryTier tier();

        /** The sizes that {@code inspect} asks for, or null where the tier has no such maps. */
        @Nullable JsonNode inspect();
    }

    /** A fresh tier. */
    Hosted create(VectorConfig config, Profile profile, ControlTransport control, DataTransport data, TraceSink trace);

    /**
     * What a manager built from these options would be, as {@code construct} returns it.
     *
     * @param options an object
     * @param environment an object of texts
     * @param dataParallelIndex added to the port
     * @throws io.kvdrill.core.tier.TierFailure if there is no such manager
     */
    JsonNode construct(JsonNode options, JsonNode environment, int dataParallelIndex, Profile profile);
}
