package io.kvdrill.sim.check;

import io.kvdrill.sim.engine.EngineEvent;

/** I3 for what an engine waits for as a whole, while its scheduler stands still: a drain of its tiers, and their shutdown. */
final class StandstillChecker extends WaitsChecker {
    @Override
    void listen(Listeners listeners) {
        listeners.on(
                EngineEvent.CacheResetBegan.class,
                (site, event, entry) -> start(site, key(WaitKind.TIER_DRAIN), -1, -1, entry));
        listeners.on(EngineEvent.CacheReset.class, (site, event, entry) -> end(site, key(WaitKind.TIER_DRAIN)));
        listeners.on(
                EngineEvent.ShutdownBegan.class,
                (site, event, entry) -> start(site, key(WaitKind.TIER_SHUTDOWN), -1, -1, entry));
        listeners.on(EngineEvent.ShutdownDone.class, (site, event, entry) -> end(site, key(WaitKind.TIER_SHUTDOWN)));
    }

    private static WaitKey key(WaitKind kind) {
        return new WaitKey(kind, "", "", 0);
    }
}
