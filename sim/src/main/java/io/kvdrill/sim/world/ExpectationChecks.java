package io.kvdrill.sim.world;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.WorldValidation.Problems;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks of the expectations, those under profiles included. */
final class ExpectationChecks {
    private static final String OWN = "expectations";

    private final World world;
    private final Vocabulary vocabulary;
    private final Problems problems;
    private final BoundaryChecks boundaries;
    private final Contradictions contradictions;
    private final List<String> requests = new ArrayList<>();
    private final List<String> workloads = new ArrayList<>();

    ExpectationChecks(World world, Vocabulary vocabulary, Problems problems) {
        this.world = world;
        this.vocabulary = vocabulary;
        this.problems = problems;
        this.boundaries = new BoundaryChecks(world, vocabulary, problems);
        this.contradictions = new Contradictions(problems);
        world.requests().forEach(request -> requests.add(request.id()));
        world.workloads().forEach(workload -> workloads.add(workload.name()));
    }

    void check() {
        contradictions.check(Map.of(), OWN, world.expectations(), Map.of());
        all(OWN, world.expectations());
        for (int i = 0; i < world.under().size(); i++) {
            ProfileOutcome outcome = world.under().get(i);
            String path = "under[" + i + "]";
            if (outcome.profile().isBlank()) {
                List<String> presets = new ArrayList<>();
                for (Preset preset : Preset.values()) {
                    presets.add(preset.publicName());
                }
                problems.add(path + ".profile", "is empty; name a profile, such as " + String.join(", ", presets));
            }
            Map<String, String> breaks = new LinkedHashMap<>();
            for (int j = 0; j < outcome.breaks().size(); j++) {
                String place = path + ".breaks[" + j + "]";
                problems.known(place, "law", outcome.breaks().get(j), vocabulary.laws());
                breaks.put(place, outcome.breaks().get(j));
            }
            drops(path, outcome);
            contradictions.check(kept(outcome), path + ".expect", outcome.expect(), breaks);
            all(path + ".expect", outcome.expect());
        }
    }

    private void drops(String path, ProfileOutcome outcome) {
        Set<String> stated = new LinkedHashSet<>();
        world.expectations().forEach(expectation -> stated.add(expectation.subject()));
        for (int i = 0; i < outcome.drops().size(); i++) {
            if (!stated.contains(outcome.drops().get(i).subject())) {
                problems.add(
                        path + ".drops[" + i + "]",
                        "there is nothing to drop: no expectation of the scenario is about "
                                + outcome.drops().get(i).subject().strip() + "; copy the one that is meant");
            }
        }
    }

    /** What the world itself states and is not replaced or dropped, by place. */
    private Map<String, Expectation> kept(ProfileOutcome outcome) {
        Set<String> gone = new LinkedHashSet<>();
        outcome.drops().forEach(expectation -> gone.add(expectation.subject()));
        outcome.expect().forEach(expectation -> gone.add(expectation.subject()));
        Map<String, Expectation> kept = new LinkedHashMap<>();
        for (int i = 0; i < world.expectations().size(); i++) {
            Expectation expectation = world.expectations().get(i);
            if (!gone.contains(expectation.subject())) {
                kept.put(OWN + "[" + i + "]", expectation);
            }
        }
        return kept;
    }

    private void all(String path, List<Expectation> expectations) {
        for (int i = 0; i < expectations.size(); i++) {
            one(path + "[" + i + "]", expectations.get(i));
        }
    }

    private void one(String path, Expectation expectation) {
        if (expectation instanceof Expectation.LoadEnds load) {
            request(path, load.request(), load.nth());
            span(path + ".span", load.span());
        } else if (expectation instanceof Expectation.StoreEnds store) {
            request(path, store.request(), store.nth());
            span(path + ".span", store.span());
        } else if (expectation instanceof Expectation.RequestFinishes finishes) {
            request(path, finishes.request(), 1);
            span(path + ".span", finishes.span());
        } else if (expectation instanceof Expectation.LawsHold holds) {
            holds.laws().forEach(law -> problems.known(path + ".laws", "law", law, vocabulary.laws()));
        } else if (expectation instanceof Expectation.LawBreaks breaks) {
            problems.known(path + ".law", "law", breaks.law(), vocabulary.laws());
        } else if (expectation instanceof Expectation.Happens happens) {
            boundaries.check(path + ".what", happens.what());
            problems.range(path + ".min_times", happens.minTimes(), 0, Long.MAX_VALUE, "");
            problems.range(path + ".max_times", happens.maxTimes(), happens.minTimes(), Long.MAX_VALUE, "");
        } else if (expectation instanceof Expectation.HappensAfter after) {
            boundaries.check(path + ".what", after.what());
            problems.range(path + ".nth", after.nth(), 1, Long.MAX_VALUE, "");
            Boundary since = after.since();
            if (since != null) {
                boundaries.check(path + ".since", since);
            }
            span(path + ".span", after.span());
        } else if (expectation instanceof Expectation.SlotsFree free && free.peer() != null) {
            problems.known(path + ".peer", "peer", free.peer(), PeerChecks.names(world));
        } else if (expectation instanceof Expectation.PinnedAtMost pinned) {
            problems.range(path + ".slot_nanos", pinned.slotNanos(), 0, Long.MAX_VALUE, " slot-ns");
            if (pinned.peer() != null) {
                problems.known(path + ".peer", "peer", pinned.peer(), PeerChecks.names(world));
            }
        } else if (expectation instanceof Expectation.EngineCrashes crashes) {
            problems.known(path + ".peer", "peer", crashes.peer(), PeerChecks.names(world));
        } else if (expectation instanceof Expectation.WorkloadFinishes finishes) {
            workload(path, finishes.workload());
            portion(path + ".at_least", finishes.atLeast());
            portion(path + ".at_most", finishes.atMost());
            if (finishes.atLeast() == null && finishes.atMost() == null) {
                problems.add(path, "states no number; say at least or at most how many");
            } else if (Contradictions.impossible(finishes)) {
                problems.add(path, "is at least more than it is at most");
            }
        } else if (expectation instanceof Expectation.WorkloadWaits waits) {
            workload(path, waits.workload());
            problems.range(path + ".per_ten_thousand", waits.perTenThousand(), 1, Portion.Share.ALL, "");
            span(path + ".span", waits.span());
        } else if (expectation instanceof Expectation.SessionsOpen sessions) {
            if (sessions.peer() != null) {
                problems.known(path + ".peer", "peer", sessions.peer(), PeerChecks.names(world));
            }
            problems.range(path + ".min", sessions.min(), 0, Long.MAX_VALUE, "");
            problems.range(path + ".max", sessions.max(), sessions.min(), Long.MAX_VALUE, "");
        }
    }

    private void workload(String path, String workload) {
        problems.known(path + ".workload", "workload", workload, workloads);
    }

    private void portion(String path, @Nullable Portion portion) {
        if (portion instanceof Portion.Count count) {
            problems.range(path, count.requests(), 0, Long.MAX_VALUE, "");
        } else if (portion instanceof Portion.Share share) {
            problems.range(path, share.perTenThousand(), 0, Portion.Share.ALL, " ten-thousandths");
        }
    }

    private void request(String path, String request, int nth) {
        problems.known(path + ".request", "request", request, requests);
        problems.range(path + ".nth", nth, 1, Integer.MAX_VALUE, "");
    }

    private void span(String path, Span span) {
        problems.range(path + ".min_nanos", span.minNanos(), 0, Long.MAX_VALUE, " ns");
        problems.range(path + ".max_nanos", span.maxNanos(), span.minNanos(), Long.MAX_VALUE, " ns");
    }
}
