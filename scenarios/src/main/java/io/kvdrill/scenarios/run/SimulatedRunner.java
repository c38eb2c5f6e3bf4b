package io.kvdrill.scenarios.run;

import io.kvdrill.sim.check.Laws;
import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunOptions;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.run.SimulatedRun;
import io.kvdrill.sim.run.TierFactory;
import java.util.List;

/** Runs cases of kvdrill's own tier in the simulated world, with all laws watching. */
public final class SimulatedRunner implements Runner {

    @Override
    public RunResult run(RunCase runCase, List<RunObserver> observers) {
        RunOptions options = RunOptions.of(runCase.seed(), TierFactory.own())
                .observedBy(Laws.withPinBudget(runCase.scenario().pinBudgetSlotNanos()));
        for (RunObserver observer : observers) {
            options = options.observedBy(observer);
        }
        return new SimulatedRun(runCase.world(), runCase.profile(), options).run();
    }
}
