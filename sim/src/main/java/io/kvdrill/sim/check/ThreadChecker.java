package io.kvdrill.sim.check;

import io.kvdrill.core.trace.SessionEvent.RegistrationStarted;
import io.kvdrill.sim.engine.EngineEvent.ShutdownBegan;
import io.kvdrill.sim.kernel.HostEvent.HostBlocked;
import io.kvdrill.sim.kernel.HostEvent.HostStalled;
import io.kvdrill.sim.network.NetworkEvent.QueueOverflowed;

/**
 * I10: no call into a transport keeps the scheduler thread busy or waiting. What a fault does to a thread is no breach, nor
 * what an engine that was told to end waits for: it schedules nothing any more, and its wait is over some time, unless a
 * fault keeps a registration from ending, for which the data transport waits.
 */
final class ThreadChecker extends LawChecker {

    /** Whether the engine of a process was told to end. */
    private static final class Ending {
        boolean began;
    }

    private final PerSite<Ending> ending = perLife(site -> new Ending());

    ThreadChecker() {
        super(Law.I10, 44);
    }

    @Override
    void listen(Listeners listeners) {
        listeners.on(ShutdownBegan.class, (site, event, entry) -> ending.of(site).began = true);
        listeners.on(RegistrationStarted.class, (site, event, entry) -> checked(true));
        listeners.on(QueueOverflowed.class, (site, event, entry) -> checked(true));
        listeners.on(HostStalled.class, (site, event, entry) -> {
            boolean ours = !board().struckNow(entry.cause()) && !ending.of(site).began;
            checked(ours);
            if (ours) {
                broken(site)
                        .says("the thread of " + site + " was kept busy for " + time(event.nanos()) + ": "
                                + event.reason());
            }
        });
        listeners.on(HostBlocked.class, (site, event, entry) -> {
            boolean closing = ending.of(site).began && site.registersForEver;
            boolean ours = !board().struckNow(entry.cause()) && !closing;
            checked(ours);
            if (ours) {
                broken(site).statement(44).says("the thread of " + site + " is blocked: " + event.reason());
            }
        });
    }
}
