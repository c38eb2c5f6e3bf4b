package io.kvdrill.core.manager;

/**
 * How much a tier keeps, map by map: what must return to its baseline when traffic stops (law I4).
 *
 * @param sessions sessions in the table
 * @param bindings ids bound to a session
 * @param parkedIds ids with stores that nobody has fetched
 * @param failedIds ids whose lookups miss
 * @param reapedIds ids remembered after their stores expired
 * @param liveRequests requests in the engine
 * @param retiredSessions closed sessions with writes or held slots left
 * @param epochs peers whose incarnations are remembered
 * @param deferredPeers peers and hosts that are not dialled for a while
 * @param clientRequests ids that open sessions have probes or loads of
 * @param serverRequests ids that open sessions have lookups, demand or supply of
 */
public record MapSizes(
        int sessions,
        int bindings,
        int parkedIds,
        int failedIds,
        int reapedIds,
        int liveRequests,
        int retiredSessions,
        int epochs,
        int deferredPeers,
        int clientRequests,
        int serverRequests) {}
