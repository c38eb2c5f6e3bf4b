package io.kvdrill.sim.world;

import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.WorldValidation.Problems;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks of the workloads, but for their names and starts. */
final class WorkloadChecks {
    private static final long MAX_NANOS = Long.MAX_VALUE / 4;
    private static final int MOST_TOKENS = 1 << 24;
    private static final int MOST_PREFIXES = 100_000;
    private static final int MOST_TURNS = 1_000;

    private final World world;
    private final Problems problems;
    private final List<String> peers;
    private final Map<String, PrefixPool> pools = new LinkedHashMap<>();

    WorkloadChecks(World world, Problems problems) {
        this.world = world;
        this.problems = problems;
        this.peers = PeerChecks.names(world);
    }

    void check() {
        for (int i = 0; i < world.workloads().size(); i++) {
            workload("workloads[" + i + "]", world.workloads().get(i));
        }
    }

    private void workload(String path, WorkloadSpec workload) {
        if (workload.name().isBlank()) {
            problems.add(path + ".name", "is empty; give the workload a name");
        }
        arrivals(path + ".arrivals", workload.arrivals());
        length(path, workload);
        if (workload.pool() != null) {
            pool(path + ".pool", workload.pool());
        }
        Sessions sessions = workload.sessions();
        amount(path + ".sessions.turns", sessions.turns(), MOST_TURNS, " turns");
        amount(path + ".sessions.question", sessions.question(), MOST_TOKENS, " tokens");
        amount(path + ".sessions.answer", sessions.answer(), MOST_TOKENS, " tokens");
        new Latencies(problems).check(path + ".sessions.think_time", sessions.thinkTime(), 0);
        routing(path + ".routing", workload.routing());
        retries(path + ".retries", workload.retries());
        Long patience = workload.clientGivesUpAfterNanos();
        if (patience != null) {
            problems.range(path + ".client_gives_up_after_nanos", patience, 1, MAX_NANOS, " ns");
        }
    }

    private void arrivals(String path, Arrivals arrivals) {
        if (arrivals instanceof Arrivals.Constant constant) {
            problems.range(path + ".interval_nanos", constant.intervalNanos(), 1, MAX_NANOS, " ns");
        } else if (arrivals instanceof Arrivals.Poisson poisson) {
            problems.range(path + ".mean_interval_nanos", poisson.meanIntervalNanos(), 1, MAX_NANOS, " ns");
        } else if (arrivals instanceof Arrivals.Bursts bursts) {
            problems.range(path + ".size", bursts.size(), 1, WorkloadSpec.MOST_SESSIONS, " sessions");
            problems.range(path + ".every_nanos", bursts.everyNanos(), 1, MAX_NANOS, " ns");
            problems.range(path + ".within_nanos", bursts.withinNanos(), 0, bursts.everyNanos(), " ns");
        }
    }

    private void length(String path, WorkloadSpec workload) {
        Long count = workload.count();
        Long duration = workload.durationNanos();
        if (count == null && duration == null) {
            problems.add(path, "never ends; state a count or a duration");
        }
        if (count != null) {
            problems.range(path + ".count", count, 1, WorkloadSpec.MOST_SESSIONS, " sessions");
        }
        if (duration != null) {
            problems.range(path + ".duration_nanos", duration, 1, MAX_NANOS, " ns");
            double sessions = perNano(workload.arrivals()) * duration;
            if (count == null && sessions > WorkloadSpec.MOST_SESSIONS) {
                problems.add(
                        path + ".duration_nanos",
                        String.format(
                                java.util.Locale.ROOT,
                                "gives about %.0f sessions, must be at most %d; shorten it, or state a count",
                                sessions,
                                WorkloadSpec.MOST_SESSIONS));
            }
        }
    }

    private static double perNano(Arrivals arrivals) {
        if (arrivals instanceof Arrivals.Constant constant) {
            return 1.0 / Math.max(1, constant.intervalNanos());
        } else if (arrivals instanceof Arrivals.Poisson poisson) {
            return 1.0 / Math.max(1, poisson.meanIntervalNanos());
        }
        Arrivals.Bursts bursts = (Arrivals.Bursts) arrivals;
        return (double) bursts.size() / Math.max(1, bursts.everyNanos());
    }

    private void pool(String path, PrefixPool pool) {
        if (pool.name().isBlank()) {
            problems.add(path + ".name", "is empty; give the pool a name");
        }
        problems.range(path + ".prefixes", pool.prefixes(), 1, MOST_PREFIXES, " prefixes");
        amount(path + ".tokens", pool.tokens(), MOST_TOKENS, " tokens");
        if (!(pool.skew() >= 0 && pool.skew() <= 10)) {
            problems.add(path + ".skew", "is " + pool.skew() + ", must be from 0 to 10");
        }
        PrefixPool earlier = pools.putIfAbsent(pool.name(), pool);
        if (earlier != null && !earlier.equals(pool)) {
            problems.add(
                    path,
                    "\"" + pool.name() + "\" differs from the pool of that name in an earlier workload; make them"
                            + " alike, or rename one");
        }
    }

    private void amount(String path, Amount amount, long most, String unit) {
        if (amount instanceof Amount.Fixed fixed) {
            problems.range(path, fixed.value(), 1, most, unit);
        } else if (amount instanceof Amount.Uniform uniform) {
            problems.range(path + ".min", uniform.min(), 1, most, unit);
            problems.range(path + ".max", uniform.max(), uniform.min(), most, unit);
        } else if (amount instanceof Amount.LogNormal normal) {
            problems.range(path + ".median", normal.median(), 1, most, unit);
            problems.range(path + ".p99", normal.p99(), normal.median(), most / Amount.LogNormal.MOST_TIMES_P99, unit);
        }
    }

    private void routing(String path, Routing routing) {
        choice(path + ".consume", routing.consume());
        Routing.Choice produce = routing.produce();
        boolean pd = routing.mode() == Mode.PD;
        if (pd && produce == null) {
            problems.add(path + ".produce", "is missing: a pd workload names the peers that compute prompts");
        }
        if (!pd && produce != null) {
            problems.add(path + ".produce", "is only for pd workloads");
        }
        if (produce != null) {
            choice(path + ".produce", produce);
            if (produce.peers().stream().anyMatch(routing.consume().peers()::contains)) {
                problems.add(path + ".produce", "has peers that consume, too; a pd request needs two different ones");
            }
        }
        Routing.Choice source = routing.source();
        if (source != null) {
            choice(path + ".source", source);
        }
        if (routing.mode() == Mode.SYMMETRIC && source == null) {
            problems.add(path + ".source", "is missing: a symmetric workload names the peers that are pulled from");
        }
        if (routing.mode() == Mode.LOCAL && source != null) {
            problems.add(path + ".source", "is for symmetric and pd workloads");
        }
        if (routing.dispatch() instanceof Dispatch.Legs) {
            problems.add(path + ".dispatch", "has moments, which many requests cannot share; use another dispatch");
        }
    }

    private void choice(String path, Routing.Choice choice) {
        if (choice.peers().isEmpty()) {
            problems.add(path + ".peers", "there is none; name at least one peer");
        }
        choice.peers().forEach(peer -> problems.known(path + ".peers", "peer", peer, peers));
        if (choice.peers().stream().distinct().count() < choice.peers().size()) {
            problems.add(path + ".peers", "names a peer twice");
        }
        problems.range(path + ".most_legs", choice.mostLegs(), 1, Integer.MAX_VALUE, " legs");
    }

    private void retries(String path, Retries retries) {
        problems.range(path + ".attempts", retries.attempts(), 1, 100, " attempts");
        nullable(path + ".timeout_nanos", retries.timeoutNanos());
        problems.range(path + ".delay_nanos", retries.delayNanos(), 0, MAX_NANOS, " ns");
    }

    private void nullable(String path, @Nullable Long nanos) {
        if (nanos != null) {
            problems.range(path, nanos, 1, MAX_NANOS, " ns");
        }
    }
}
