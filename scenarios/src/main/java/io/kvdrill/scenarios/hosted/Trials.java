package io.kvdrill.scenarios.hosted;

import io.kvdrill.scenarios.format.scenario.Scenario;
import io.kvdrill.scenarios.process.ProcessCommand;
import io.kvdrill.sim.search.ForkingTrial;
import io.kvdrill.sim.search.OwnTier;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;

/**
 * What a search runs its worlds with: kvdrill's own tier, or tiers in other processes where a command line or a scenario
 * asks for them. Its trials share their processes. Close it when the search is over.
 */
public final class Trials implements AutoCloseable {
    private final TierArguments arguments;
    private final TierPool pool = new TierPool();

    /** Of these arguments; no process is started. */
    public Trials(TierArguments arguments) {
        this.arguments = arguments;
    }

    /** Of kvdrill's own tier, but for scenarios that name another. */
    public static Trials own() {
        return new Trials(new TierArguments());
    }

    /**
     * Starts each command once and greets it, so that a wrong one is told before anything runs.
     *
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if an option says nothing
     * @throws io.kvdrill.scenarios.process.SubjectException if a command cannot be started or does not greet back
     */
    public void start() {
        for (ProcessCommand command : new LinkedHashSet<>(arguments.commands().values())) {
            pool.warmUp(command);
        }
    }

    /** The arguments as words of a command line; none without tiers in other processes. */
    public List<String> words() {
        return arguments.words();
    }

    /**
     * Scenarios with the tiers of the arguments in them.
     *
     * @throws io.kvdrill.scenarios.format.source.InvalidInputException if one has no such peer
     */
    public List<Scenario> applyTo(List<Scenario> scenarios) {
        return arguments.applyTo(scenarios, true);
    }

    /** What runs a scenario and others like it. */
    public ForkingTrial of(Scenario scenario) {
        return of(scenario.tiers(), scenario.pinBudgetSlotNanos());
    }

    /** What runs drawn worlds: the arguments' tiers are in each that has a peer of their name. */
    public ForkingTrial ofDrawn() {
        return of(arguments.commands(), Long.MAX_VALUE);
    }

    /**
     * What runs worlds with these tiers.
     *
     * @param tiers by the names of their peers; none for kvdrill's own
     */
    public ForkingTrial of(Map<String, ProcessCommand> tiers, long pinBudgetSlotNanos) {
        return tiers.isEmpty() ? new OwnTier(pinBudgetSlotNanos) : new HostedTrial(tiers, pinBudgetSlotNanos, pool);
    }

    /** Runs single cases, with the same processes. Not to be closed but with these trials. */
    public HostedRunner runner() {
        return new HostedRunner(pool);
    }

    /** Ends the processes. */
    @Override
    public void close() {
        pool.close();
    }
}
