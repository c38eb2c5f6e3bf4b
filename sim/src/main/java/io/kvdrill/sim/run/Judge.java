package io.kvdrill.sim.run;

import io.kvdrill.core.tier.TierResult.Direction;
import io.kvdrill.sim.engine.SlotView;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Compares what a world states with what came. */
final class Judge {
    private static final double NANOS_PER_SECOND = 1e9;

    private final RunView run;
    private final JobLog jobs;
    private final PinLog pins;
    private final BoundaryLog boundaries;
    private final CountJudge counts;
    private final List<LawReport> laws;

    Judge(RunView run, JobLog jobs, PinLog pins, BoundaryLog boundaries, SessionLog sessions, List<LawReport> laws) {
        this.run = run;
        this.jobs = jobs;
        this.pins = pins;
        this.boundaries = boundaries;
        this.counts = new CountJudge(run, sessions);
        this.laws = laws;
    }

    /** Judges one expectation. */
    ExpectationOutcome judge(Expectation expectation) {
        if (expectation instanceof Expectation.LoadEnds load) {
            return job(load, load.request(), Direction.LOAD, load.nth(), load.success(), load.span(), load.reason());
        } else if (expectation instanceof Expectation.StoreEnds store) {
            return job(
                    store,
                    store.request(),
                    Direction.STORE,
                    store.nth(),
                    store.success(),
                    store.span(),
                    store.reason());
        } else if (expectation instanceof Expectation.RequestFinishes finishes) {
            return finish(finishes);
        } else if (expectation instanceof Expectation.LawsHold holds) {
            return lawsHold(holds);
        } else if (expectation instanceof Expectation.LawBreaks breaks) {
            boolean broke = broken().contains(breaks.law());
            return outcome(breaks, broke, broke ? breaks.law() + " broke" : breaks.law() + " held");
        } else if (expectation instanceof Expectation.Happens happens) {
            int times = boundaries.times(happens.what()).size();
            return outcome(
                    happens, happens.minTimes() <= times && times <= happens.maxTimes(), "it " + happened(times));
        } else if (expectation instanceof Expectation.HappensAfter after) {
            return happensAfter(after);
        } else if (expectation instanceof Expectation.SlotsFree free) {
            return slotsFree(free);
        } else if (expectation instanceof Expectation.PinnedAtMost budget) {
            return pinnedAtMost(budget);
        } else if (expectation instanceof Expectation.EngineCrashes crashes) {
            String why = run.peer(run.world().peer(crashes.peer()).id()).crash();
            return outcome(
                    crashes,
                    (why != null) == crashes.crashes(),
                    why == null ? "it did not crash" : "it crashed: " + why);
        } else if (expectation instanceof Expectation.WorkloadFinishes finishes) {
            return counts.finishes(finishes);
        } else if (expectation instanceof Expectation.WorkloadWaits waits) {
            return counts.waits(waits);
        } else if (expectation instanceof Expectation.SessionsOpen open) {
            return counts.sessions(open);
        }
        throw new IllegalArgumentException("nobody judges " + expectation);
    }

    /** The laws that broke. */
    Set<String> broken() {
        Set<String> broken = new TreeSet<>();
        for (LawReport law : laws) {
            if (!law.violations().isEmpty()) {
                broken.add(law.law());
            }
        }
        return broken;
    }

    private static ExpectationOutcome outcome(Expectation expectation, boolean met, String seen) {
        return new ExpectationOutcome(expectation, met, seen);
    }

    private ExpectationOutcome job(
            Expectation expectation,
            String request,
            Direction direction,
            int nth,
            boolean success,
            Span span,
            @Nullable String reason) {
        List<JobLog.Entry> found = jobs.of(request, direction);
        String name = direction == Direction.LOAD ? "load" : "store";
        if (found.size() < nth) {
            return outcome(
                    expectation,
                    false,
                    found.isEmpty()
                            ? "there was no " + name + " of " + request
                            : request + " had only " + Words.counted(found.size(), name));
        }
        JobLog.Entry job = found.get(nth - 1);
        if (!job.ended()) {
            return outcome(expectation, false, "the " + name + " got no result");
        }
        long age = job.endedNanos - job.openedNanos;
        boolean met = job.success == success && span.contains(age) && (reason == null || job.reason.contains(reason));
        return outcome(
                expectation,
                met,
                "it " + (job.success ? "succeeded" : "failed") + " after " + seconds(age)
                        + (job.reason.isEmpty() ? "" : ": " + job.reason));
    }

    private ExpectationOutcome finish(Expectation.RequestFinishes expectation) {
        for (RequestOutcome outcome : run.requests()) {
            if (outcome.request().equals(expectation.request())) {
                Expectation.Finish finish = outcome.finish();
                if (finish == null) {
                    return outcome(
                            expectation,
                            false,
                            outcome.arrivedNanos() < 0 ? "its client never sent it" : "it did not end");
                }
                long age = outcome.endedNanos() - outcome.arrivedNanos();
                return outcome(
                        expectation,
                        finish == expectation.how() && expectation.span().contains(age),
                        "it ended as " + finish.name().toLowerCase(Locale.ROOT) + " after " + seconds(age));
            }
        }
        return outcome(expectation, false, "no request is called " + expectation.request());
    }

    private ExpectationOutcome lawsHold(Expectation.LawsHold expectation) {
        Set<String> broken = broken();
        if (expectation.laws().isEmpty()) {
            run.world().brokenUnder(run.profile().name()).forEach(broken::remove);
        } else {
            broken.retainAll(expectation.laws());
        }
        return outcome(
                expectation, broken.isEmpty(), broken.isEmpty() ? "none broke" : String.join(", ", broken) + " broke");
    }

    private ExpectationOutcome happensAfter(Expectation.HappensAfter expectation) {
        List<Long> times = boundaries.times(expectation.what());
        if (times.size() < expectation.nth()) {
            return outcome(expectation, false, "it " + happened(times.size()));
        }
        long at = times.get((int) expectation.nth() - 1);
        long since = 0;
        Boundary earlier = expectation.since();
        if (earlier != null) {
            since = -1;
            for (long time : boundaries.times(earlier)) {
                if (time <= at) {
                    since = time;
                }
            }
            if (since < 0) {
                return outcome(expectation, false, earlier.words() + " did not happen before it");
            }
        }
        long passed = at - since;
        return outcome(expectation, expectation.span().contains(passed), "it happened after " + seconds(passed));
    }

    private ExpectationOutcome slotsFree(Expectation.SlotsFree expectation) {
        List<String> taken = new ArrayList<>();
        for (PeerView peer : run.peers()) {
            PeerSpec spec = peer.spec();
            if (expectation.peer() != null && !expectation.peer().equals(spec.name())) {
                continue;
            }
            int pinned = count(peer, SlotView.State.PINNED);
            int reserved = count(peer, SlotView.State.RESERVED);
            int quarantined = count(peer, SlotView.State.QUARANTINED);
            if (pinned + reserved + quarantined > 0) {
                taken.add(spec.name() + " has " + held(pinned, reserved, quarantined));
            }
        }
        return outcome(expectation, taken.isEmpty(), taken.isEmpty() ? "no slot is held" : String.join("; ", taken));
    }

    private ExpectationOutcome pinnedAtMost(Expectation.PinnedAtMost expectation) {
        boolean met = true;
        List<String> seen = new ArrayList<>();
        for (PeerView peer : run.peers()) {
            PeerSpec spec = peer.spec();
            if (expectation.peer() == null || expectation.peer().equals(spec.name())) {
                long slotNanos = pins.slotNanos(spec.id(), run.nowNanos());
                met &= slotNanos <= expectation.slotNanos();
                seen.add(spec.name() + " pinned " + String.format(Locale.ROOT, "%.6f", slotNanos / NANOS_PER_SECOND)
                        + " slot-seconds");
            }
        }
        return outcome(expectation, met, String.join("; ", seen));
    }

    private static String happened(int times) {
        return times == 0 ? "did not happen" : "happened " + Words.times(times);
    }

    /** Only what is there: {@code 3 pinned slots and 1 quarantined slot}. */
    private static String held(int pinned, int reserved, int quarantined) {
        List<String> parts = new ArrayList<>();
        if (pinned > 0) {
            parts.add(Words.counted(pinned, "pinned slot"));
        }
        if (reserved > 0) {
            parts.add(Words.counted(reserved, "reserved slot"));
        }
        if (quarantined > 0) {
            parts.add(Words.counted(quarantined, "quarantined slot"));
        }
        return String.join(" and ", parts);
    }

    private static int count(PeerView peer, SlotView.State state) {
        return (int) peer.slots().stream().filter(slot -> slot.state() == state).count();
    }

    static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.6f s", nanos / NANOS_PER_SECOND);
    }
}
