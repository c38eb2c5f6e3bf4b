package io.kvdrill.sim.run;

import io.kvdrill.sim.fault.Moments;
import io.kvdrill.sim.kernel.EventLabel;
import io.kvdrill.sim.kernel.Kernel;
import io.kvdrill.sim.kernel.RandomStreams;
import io.kvdrill.sim.workload.ArrivalTimes;
import io.kvdrill.sim.workload.PrefixLedger;
import io.kvdrill.sim.workload.RoutePlanner;
import io.kvdrill.sim.workload.SessionWriter;
import io.kvdrill.sim.world.WorkloadSpec;
import io.kvdrill.sim.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Lets the sessions of all workloads arrive. */
final class Workloads {
    private static final EventLabel ARRIVAL = new EventLabel("session_arrives", "");

    private final class Source {
        final WorkloadSpec spec;
        final ArrivalTimes arrivals;
        final SessionWriter writer;
        final RoutePlanner planner;
        final List<Turn> turns = new ArrayList<>();
        long started;

        Source(WorkloadSpec spec, RandomStreams streams, PrefixLedger ledger) {
            this.spec = spec;
            this.arrivals = new ArrivalTimes(spec, streams);
            this.writer = new SessionWriter(spec, streams);
            this.planner = new RoutePlanner(spec, streams, ledger, router::legsUnderWay);
        }

        /** A moment may come in the middle of a step: sessions arrive after it, at the same instant. */
        void start() {
            started = kernel.nowNanos();
            moments.named(spec.name());
            arriveNext();
        }

        private void arriveNext() {
            OptionalLong next = arrivals.next();
            if (next.isPresent()) {
                kernel.at(started + next.getAsLong(), ARRIVAL, () -> {
                    new Conversation(spec, writer.next(), planner, kernel, router, turns::add).begin();
                    arriveNext();
                });
            }
        }
    }

    private final Kernel kernel;
    private final Moments moments;
    private final Router router;
    private final List<Source> sources = new ArrayList<>();

    Workloads(World world, Kernel kernel, RandomStreams streams, Moments moments, Router router) {
        this.kernel = kernel;
        this.moments = moments;
        this.router = router;
        PrefixLedger ledger = new PrefixLedger();
        world.workloads().forEach(spec -> sources.add(new Source(spec, streams, ledger)));
    }

    /** Waits for their starts. */
    void start() {
        for (Source source : sources) {
            moments.when("workload " + source.spec.name(), source.spec.start(), source::start);
        }
    }

    /** What became of all requests so far, workload by workload, in the order of their arrival. */
    List<RequestOutcome> outcomes() {
        List<RequestOutcome> outcomes = new ArrayList<>();
        for (Source source : sources) {
            source.turns.forEach(turn -> outcomes.add(turn.outcome()));
        }
        return outcomes;
    }
}
