package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.Trial;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Runs worlds for a search, some or all of whose tiers live in other processes: as many processes as lives at a time, over
 * all threads, which wait for the next life in between.
 */
public final class HostedTrial implements Trial, AutoCloseable {
    /** Stands for every peer. */
    public static final String ALL_PEERS = "*";

    private final Map<String, ProcessCommand> commands;
    private final TierPool pool = new TierPool();

    /**
     * A trial that has not started a process.
     *
     * @param commands tiers by the names of their peers, of which {@link #ALL_PEERS} stands for all others
     */
    public HostedTrial(Map<String, ProcessCommand> commands) {
        this.commands = new LinkedHashMap<>(commands);
    }

    /**
     * One run.
     *
     * @throws TierFailedException if a tier ends it
     */
    @Override
    public RunResult run(World world, Profile profile, long seed, ChoiceSource choices, Keep keep) {
        HostedTiers tiers = new HostedTiers(HostedRunner.hosted(world, in(world, commands)), pool);
        RunOptions options = RunOptions.of(seed, tiers)
                .observedBy(Laws.standard())
                .choosing(choices)
                .keeping(keep);
        return HostedRunner.run(
                        world.name() + " under " + profile.name() + ", seed " + seed, world, profile, options, tiers)
                .result();
    }

    /** The commands of a world's peers, by their names. */
    public static Map<String, ProcessCommand> in(World world, Map<String, ProcessCommand> commands) {
        Map<String, ProcessCommand> tiers = new LinkedHashMap<>();
        for (PeerSpec peer : world.peers()) {
            ProcessCommand command = commands.getOrDefault(peer.name(), commands.get(ALL_PEERS));
            if (command != null) {
                tiers.put(peer.name(), command);
            }
        }
        return tiers;
    }

    /** Ends the processes. */
    @Override
    public void close() {
        pool.close();
    }
}
