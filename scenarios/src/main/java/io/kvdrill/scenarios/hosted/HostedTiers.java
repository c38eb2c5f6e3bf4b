package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.sim.run.TierFactory;
import io.kvdrill.sim.run.TierSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The tiers of one run, some of which live in other processes. Every life gets a process that is new, or as good as new.
 * Close it when the run is over.
 */
public final class HostedTiers implements TierFactory, AutoCloseable {

    /**
     * A peer whose tier is hosted.
     *
     * @param name what the world calls it
     * @param command its tier
     */
    public record HostedPeer(String name, ProcessCommand command) {}

    private record Living(ProcessCommand command, TierProcess process, int life) {}

    private final Map<String, HostedPeer> byId;
    private final TierPool pool;
    private final TierFactory others;
    private final Map<String, Living> living = new LinkedHashMap<>();
    private final Map<String, Integer> lives = new LinkedHashMap<>();
    private final Map<String, String> errors = new LinkedHashMap<>();

    /**
     * Tiers for a run.
     *
     * @param byId the hosted peers, by their ids ({@code host:port})
     * @param pool where processes come from and go to
     */
    public HostedTiers(Map<String, HostedPeer> byId, TierPool pool) {
        this.byId = new LinkedHashMap<>(byId);
        this.pool = pool;
        this.others = TierFactory.own();
    }

    @Override
    public SecondaryTier create(TierSettings settings) {
        HostedPeer peer = byId.get(settings.localId());
        if (peer == null) {
            return others.create(settings);
        }
        end(settings.localId());
        int life = lives.merge(settings.localId(), 1, Integer::sum);
        TierProcess process = pool.lend(peer.command());
        living.put(settings.localId(), new Living(peer.command(), process, life));
        return new HostedTier(process, "peer " + peer.name() + ", life " + life, settings);
    }

    private void end(String id) {
        Living last = living.remove(id);
        if (last != null) {
            keepErrors(id, last);
            pool.giveBack(last.command(), last.process());
        }
    }

    private void keepErrors(String id, Living last) {
        HostedPeer peer = byId.get(id);
        String said = last.process().errors();
        if (peer != null && !said.isEmpty()) {
            errors.merge(peer.name(), "life " + last.life() + ":\n" + said + "\n", String::concat);
        }
    }

    /** What the tiers have written to their standard errors, by the names of their peers; complete once closed. */
    public Map<String, String> errors() {
        return new LinkedHashMap<>(errors);
    }

    /** The run is over: its processes are free. */
    @Override
    public void close() {
        for (String id : Map.copyOf(living).keySet()) {
            end(id);
        }
    }
}
