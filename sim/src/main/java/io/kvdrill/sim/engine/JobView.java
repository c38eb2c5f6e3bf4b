package io.kvdrill.sim.engine;

import io.kvdrill.core.protocol.SlotList;
import io.kvdrill.core.tier.TierResult.Direction;

/**
 * A job that a tier owes something for.
 *
 * @param job its id
 * @param direction which way it moves blocks
 * @param engineRequest for whom
 * @param slots its primary slots
 * @param finished whether its result is here and only the release of its slots is missing
 */
public record JobView(long job, Direction direction, String engineRequest, SlotList slots, boolean finished) {}
