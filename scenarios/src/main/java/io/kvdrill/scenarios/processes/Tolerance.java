package io.kvdrill.scenarios.processes;

import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.ProfileOutcome;
import io.kvdrill.sim.world.World;
import java.util.List;

/**
 * How much later than stated things may come on a real host: copies take the time that its memory takes, and other
 * programs want its processors, too. What must not come too early must not here, either.
 *
 * @param nanos added to every upper limit of a time
 */
record Tolerance(long nanos) {

    /** The world, with what it states under a profile held against later limits. */
    World on(World world, String profile) {
        List<Expectation> later =
                world.expectationsUnder(profile).stream().map(this::later).toList();
        List<ProfileOutcome> under = List.of(new ProfileOutcome(profile, world.brokenUnder(profile), List.of()));
        return world.toBuilder().onlyExpect(later).onlyUnder(under).build();
    }

    private Expectation later(Expectation stated) {
        if (stated instanceof Expectation.LoadEnds load) {
            return new Expectation.LoadEnds(
                    load.request(), load.nth(), load.success(), later(load.span()), load.reason());
        } else if (stated instanceof Expectation.StoreEnds store) {
            return new Expectation.StoreEnds(
                    store.request(), store.nth(), store.success(), later(store.span()), store.reason());
        } else if (stated instanceof Expectation.RequestFinishes finishes) {
            return new Expectation.RequestFinishes(finishes.request(), finishes.how(), later(finishes.span()));
        } else if (stated instanceof Expectation.HappensAfter after) {
            return new Expectation.HappensAfter(after.what(), after.nth(), after.since(), later(after.span()));
        } else if (stated instanceof Expectation.WorkloadWaits waits) {
            return new Expectation.WorkloadWaits(
                    waits.workload(), waits.what(), waits.perTenThousand(), later(waits.span()));
        }
        return stated;
    }

    private Span later(Span span) {
        boolean unlimited = span.maxNanos() > Long.MAX_VALUE - nanos;
        return unlimited ? span : new Span(span.minNanos(), span.maxNanos() + nanos);
    }
}
