package io.kvdrill.core.session;

import io.kvdrill.core.tier.TierResult;

/**
 * A result together with the id that it was about, on its way to the manager.
 *
 * @param request the {@code kv_request_id}
 */
public record Settled(TierResult result, String request) {}
