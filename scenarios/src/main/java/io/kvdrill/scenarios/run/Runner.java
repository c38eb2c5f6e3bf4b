package io.kvdrill.scenarios.run;

import io.kvdrill.sim.run.RunObserver;
import io.kvdrill.sim.run.RunResult;
import java.util.List;

/** A world that cases can be run in. */
public interface Runner {

    /**
     * Runs a case to its end.
     *
     * @param observers watch it and change nothing
     */
    RunResult run(RunCase runCase, List<RunObserver> observers);
}
