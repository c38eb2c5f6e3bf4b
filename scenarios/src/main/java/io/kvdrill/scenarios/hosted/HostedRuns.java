package io.kvdrill.scenarios.hosted;

import io.kvdrill.scenarios.conform.subject.Subject;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.sim.run.TierFactory;
import java.util.Map;

/** The tiers of one case, and each of the hosted ones again, to be told the same alone. Close it when they are done. */
public final class HostedRuns implements AutoCloseable {
    private final RunCase runCase;
    private final Map<String, HostedTiers.HostedPeer> byId;
    private final TierPool pool = new TierPool();
    private final HostedTiers tiers;

    /** Of a case; no process is started. */
    public HostedRuns(RunCase runCase) {
        this.runCase = runCase;
        this.byId = HostedRunner.hosted(runCase.world(), runCase.scenario().tiers());
        this.tiers = new HostedTiers(byId, pool);
    }

    /** The tiers of one run. */
    public TierFactory tiers() {
        return tiers;
    }

    /** Whether a peer's tier lives in another process. */
    public boolean hosts(String peerId) {
        return byId.containsKey(peerId);
    }

    /**
     * That tier, in a process of its own.
     *
     * @throws io.kvdrill.scenarios.process.SubjectException if it cannot be started
     */
    public Subject subject(String peerId) {
        HostedTiers.HostedPeer peer = byId.get(peerId);
        if (peer == null) {
            throw new IllegalArgumentException(peerId + " is kvdrill's own");
        }
        ProcessCommand command = peer.command();
        return new HostedSubject(command, any -> runCase.profile());
    }

    @Override
    public void close() {
        tiers.close();
        pool.close();
    }
}
