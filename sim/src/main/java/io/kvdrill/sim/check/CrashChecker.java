package io.kvdrill.sim.check;

import io.kvdrill.core.trace.ManagerEvent.TransferParamsRefused;
import io.kvdrill.core.trace.ServerEvent.UnknownCompletion;
import io.kvdrill.core.trace.ServerEvent.WriteRefused;
import io.kvdrill.core.trace.SessionEvent.DialRefused;
import io.kvdrill.core.trace.SessionEvent.DispatchFailed;
import io.kvdrill.core.trace.SessionEvent.MessageDropped;
import io.kvdrill.core.trace.SessionEvent.ProtocolViolated;
import io.kvdrill.core.trace.SessionEvent.SendFailed;
import io.kvdrill.core.trace.SessionEvent.SessionDied;
import io.kvdrill.sim.engine.EngineEvent.EngineCrashed;
import io.kvdrill.sim.network.NetworkEvent.FrameRefused;
import io.kvdrill.sim.network.NetworkEvent.IdentityRefused;
import io.kvdrill.sim.trace.TraceEntry;

/** I12: no engine crashes of itself, but for what its own client has asked. */
final class CrashChecker extends LawChecker {
    private final PerSite<long[]> clientsFault = perLife(site -> new long[1]);

    CrashChecker() {
        super(Law.I12, 15, 32);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(EngineCrashed.class, this::onCrash);
        listeners.on(
                TransferParamsRefused.class,
                (site, event, entry) -> clientsFault.of(site)[0] = entry.sequence());
        listeners.on(ProtocolViolated.class, (site, event, entry) -> checked(true));
        listeners.on(DispatchFailed.class, (site, event, entry) -> checked(true));
        listeners.on(MessageDropped.class, (site, event, entry) -> checked(true));
        listeners.on(SendFailed.class, (site, event, entry) -> checked(true));
        listeners.on(DialRefused.class, (site, event, entry) -> checked(true));
        listeners.on(SessionDied.class, (site, event, entry) -> checked(true));
        listeners.on(WriteRefused.class, (site, event, entry) -> checked(true));
        listeners.on(UnknownCompletion.class, (site, event, entry) -> checked(true));
        listeners.on(FrameRefused.class, (site, event, entry) -> checked(true));
        listeners.on(IdentityRefused.class, (site, event, entry) -> checked(true));
    }

    private void onCrash(Site site, EngineCrashed event, TraceEntry entry) {
        boolean byClient =
                clientsFault.of(site)[0] > 0 && entry.cause() == clientsFault.of(site)[0];
        checked(!byClient);
        if (!byClient) {
            broken(site)
                    .statement(event.reason().contains("parent handle") ? 15 : 32)
                    .says("the engine of " + site + " crashed: " + event.reason());
        }
    }
}
