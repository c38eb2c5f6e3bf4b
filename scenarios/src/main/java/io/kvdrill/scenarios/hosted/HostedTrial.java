package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.kernel.ChoiceSource;
import io.kvdrill.sim.kernel.RandomStreams.Fork;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.RunView;
import io.kvdrill.sim.search.ForkingTrial;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.trace.TraceListener;
import io.kvdrill.sim.trace.TraceRecorder.Keep;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs worlds for a search, some or all of whose tiers live in other processes: as many processes as lives at a time, over
 * all threads, which wait in a pool for the next life in between.
 */
public final class HostedTrial implements ForkingTrial {
    /** Stands for every peer. */
    public static final String ALL_PEERS = "*";

    private final Map<String, ProcessCommand> commands;
    private final long pinBudgetSlotNanos;
    private final TierPool pool;

    /**
     * A trial that has not started a process.
     *
     * @param commands tiers by the names of their peers, of which {@link #ALL_PEERS} stands for all others
     * @param pinBudgetSlotNanos how long the slots of each peer may be pinned in a run, added up over slots
     * @param pool where processes come from and go to
     */
    public HostedTrial(Map<String, ProcessCommand> commands, long pinBudgetSlotNanos, TierPool pool) {
        this.commands = new LinkedHashMap<>(commands);
        this.pinBudgetSlotNanos = pinBudgetSlotNanos;
        this.pool = pool;
    }

    /**
     * One run.
     *
     * @throws TierFailedException if a tier ends it
     */
    @Override
    public RunResult run(
            World world, Profile profile, long seed, ChoiceSource choices, Keep keep, @Nullable Fork fork) {
        HostedTiers tiers = tiers(world);
        return run(
                world,
                profile,
                options(seed, tiers).choosing(choices).keeping(keep).forkingAt(fork),
                tiers);
    }

    @Override
    public RunResult runWatched(World world, Profile profile, long seed, TraceListener listener) {
        HostedTiers tiers = tiers(world);
        RunObserver observer = new RunObserver() {
            @Override
            public void onEntry(TraceEntry entry, RunView run) {
                listener.onEntry(entry);
            }
        };
        return run(world, profile, options(seed, tiers).observedBy(observer).keeping(Keep.FINGERPRINT), tiers);
    }

    private HostedTiers tiers(World world) {
        return new HostedTiers(HostedRunner.hosted(world, in(world, commands)), pool);
    }

    private RunOptions options(long seed, HostedTiers tiers) {
        return RunOptions.of(seed, tiers).observedBy(Laws.withPinBudget(pinBudgetSlotNanos));
    }

    private static RunResult run(World world, Profile profile, RunOptions options, HostedTiers tiers) {
        String name = world.name() + " under " + profile.name() + ", seed " + options.seed();
        return HostedRunner.run(name, world, profile, options, tiers).result();
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
}
