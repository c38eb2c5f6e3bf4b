package io.kvdrill.sim.run;

import io.kvdrill.core.numbers.Quantile;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Portion;
import io.kvdrill.sim.world.Words;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Compares what a world states about many things at a time with what came: requests of workloads, and sessions. */
final class CountJudge {
    private final RunView run;
    private final SessionLog sessions;

    CountJudge(RunView run, SessionLog sessions) {
        this.run = run;
        this.sessions = sessions;
    }

    ExpectationOutcome finishes(Expectation.WorkloadFinishes expectation) {
        List<RequestOutcome> requests = requestsOf(expectation.workload());
        Map<Finish, Integer> ends = new EnumMap<>(Finish.class);
        int ended = 0;
        for (RequestOutcome request : requests) {
            Finish finish = request.finish();
            if (finish != null) {
                ends.merge(finish, 1, Integer::sum);
                ended++;
            }
        }
        Finish how = expectation.how();
        int found = how == null ? ended : ends.getOrDefault(how, 0);
        Portion atLeast = expectation.atLeast();
        Portion atMost = expectation.atMost();
        boolean met = (atLeast == null || atLeast.reachedBy(found, requests.size()))
                && (atMost == null || !atMost.exceededBy(found, requests.size()));
        List<String> seen = new ArrayList<>();
        ends.forEach((finish, times) -> seen.add(times + " " + word(finish)));
        if (ended < requests.size()) {
            seen.add((requests.size() - ended) + " did not end");
        }
        return new ExpectationOutcome(
                expectation,
                met,
                "of " + Words.counted(requests.size(), "request") + " "
                        + (seen.isEmpty() ? "none arrived" : String.join(", ", seen)));
    }

    /** The smallest wait that the percentile of the waits does not exceed. */
    ExpectationOutcome waits(Expectation.WorkloadWaits expectation) {
        List<Long> waits = new ArrayList<>();
        for (RequestOutcome request : requestsOf(expectation.workload())) {
            long until = expectation.what() == Expectation.Wait.END ? request.endedNanos() : request.firstTokenNanos();
            waits.add(until < 0 ? Long.MAX_VALUE : until - request.arrivedNanos());
        }
        if (waits.isEmpty()) {
            return new ExpectationOutcome(expectation, false, "none of its requests arrived");
        }
        waits.sort(null);
        long wait = Quantile.ofSorted(waits, expectation.perTenThousand());
        return new ExpectationOutcome(
                expectation,
                expectation.span().contains(wait),
                wait == Long.MAX_VALUE ? "it never came" : "it was " + Judge.seconds(wait));
    }

    ExpectationOutcome sessions(Expectation.SessionsOpen expectation) {
        boolean met = true;
        List<String> seen = new ArrayList<>();
        for (PeerView peer : run.peers()) {
            PeerSpec spec = peer.spec();
            if (expectation.peer() == null || expectation.peer().equals(spec.name())) {
                int count = count(peer, expectation.atEnd());
                boolean here = expectation.min() <= count && count <= expectation.max();
                met &= here;
                if (!here || expectation.peer() != null) {
                    seen.add(spec.name() + " had " + count);
                }
            }
        }
        return new ExpectationOutcome(expectation, met, seen.isEmpty() ? "so it was" : String.join("; ", seen));
    }

    private int count(PeerView peer, boolean atEnd) {
        if (!atEnd) {
            return sessions.most(peer.spec().id());
        }
        return peer.alive() ? sessions.open(peer.spec().id()) : 0;
    }

    private List<RequestOutcome> requestsOf(String workload) {
        return run.requests().stream()
                .filter(request -> workload.equals(request.workload()))
                .toList();
    }

    private static String word(Finish finish) {
        return switch (finish) {
            case REMOTE_KV -> "finished with remote KV";
            case LOCAL_PREFILL -> "by local prefill";
            default -> finish.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }
}
