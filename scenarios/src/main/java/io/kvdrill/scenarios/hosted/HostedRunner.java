package io.kvdrill.scenarios.hosted;

import io.kvdrill.core.profile.Profile;
import io.kvdrill.scenarios.hosted.HostedTiers.HostedPeer;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.scenarios.process.SubjectException;
import io.kvdrill.scenarios.run.RunCase;
import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.World;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs cases in the simulated world, some or all of whose tiers live in other processes, with all laws watching. */
public final class HostedRunner implements AutoCloseable {
    private final TierPool pool;

    /**
     * What a run came to.
     *
     * @param errors what tiers have written to their standard errors, by the names of their peers
     */
    public record Outcome(RunResult result, Map<String, String> errors) {}

    /** A runner that has not started a process. */
    public HostedRunner() {
        this(new TierPool());
    }

    /** A runner whose processes come from a pool, which ends with it. */
    HostedRunner(TierPool pool) {
        this.pool = pool;
    }

    /**
     * Runs a case to its end.
     *
     * @param observers watch it and change nothing
     * @throws TierFailedException if a tier ends it
     */
    public Outcome run(RunCase runCase, List<RunObserver> observers) {
        World world = runCase.world();
        HostedTiers tiers = new HostedTiers(hosted(world, runCase.scenario().tiers()), pool);
        RunOptions options = RunOptions.of(runCase.seed(), tiers)
                .observedBy(Laws.withPinBudget(runCase.scenario().pinBudgetSlotNanos()));
        for (RunObserver observer : observers) {
            options = options.observedBy(observer);
        }
        return run(runCase.toString(), world, runCase.profile(), options, tiers);
    }

    /** Runs a world to its end; the tiers' lives are over then. */
    static Outcome run(String name, World world, Profile profile, RunOptions options, HostedTiers tiers) {
        SimulatedRun run = new SimulatedRun(world, profile, options);
        RunResult result;
        try (tiers) {
            result = run.run();
        } catch (SubjectException e) {
            throw new TierFailedException(name, e, run.trace(), tiers.errors());
        }
        return new Outcome(result, tiers.errors());
    }

    /** The hosted peers of a world, by their ids. */
    static Map<String, HostedPeer> hosted(World world, Map<String, ProcessCommand> tiers) {
        Map<String, HostedPeer> byId = new LinkedHashMap<>();
        for (PeerSpec peer : world.peers()) {
            ProcessCommand command = tiers.get(peer.name());
            if (command != null) {
                byId.put(peer.id(), new HostedPeer(peer.name(), command));
            }
        }
        return byId;
    }

    /** Ends the processes. */
    @Override
    public void close() {
        pool.close();
    }
}
