package io.kvdrill.sim.workload;

import io.kvdrill.sim.world.Amount;
import io.kvdrill.sim.world.Arrivals;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PrefixPool;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.Retries;
import io.kvdrill.sim.world.Routing;
import io.kvdrill.sim.world.Routing.Choice;
import io.kvdrill.sim.world.Routing.Policy;
import io.kvdrill.sim.world.Sessions;
import io.kvdrill.sim.world.WorkloadSpec;
import org.jspecify.annotations.Nullable;

/** Workloads for tests, called {@code w}. */
public final class Specs {
    /** Everything at a peer called a. */
    public static final Routing LOCAL =
            new Routing(Mode.LOCAL, Choice.of(Policy.FIXED, "a"), null, null, new Dispatch.Together());

    private Specs() {}

    /** So many single requests of 256 tokens. */
    public static WorkloadSpec of(Arrivals arrivals, @Nullable Long count, @Nullable Long durationNanos) {
        return new WorkloadSpec(
                "w",
                Moment.at(0),
                arrivals,
                count,
                durationNanos,
                null,
                Sessions.single(Amount.fixed(256), Amount.fixed(1)),
                LOCAL,
                Retries.NONE,
                null);
    }

    /** Sessions with a pool. */
    public static WorkloadSpec of(@Nullable PrefixPool pool, Amount turns, Amount question, Amount answer) {
        return new WorkloadSpec(
                "w",
                Moment.at(0),
                new Arrivals.Constant(1),
                100L,
                null,
                pool,
                new Sessions(turns, Latency.fixed(5), question, answer),
                LOCAL,
                Retries.NONE,
                null);
    }

    /** This workload with another routing and retries. */
    public static WorkloadSpec routed(WorkloadSpec spec, Routing routing, Retries retries) {
        return new WorkloadSpec(
                spec.name(),
                spec.start(),
                spec.arrivals(),
                spec.count(),
                spec.durationNanos(),
                spec.pool(),
                spec.sessions(),
                routing,
                retries,
                spec.clientGivesUpAfterNanos());
    }
}
