package io.kvdrill.sim.search.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.search.shrink.Shrinker.Limits;
import io.kvdrill.sim.search.shrink.Shrinker.Shrunk;
import io.kvdrill.sim.world.DataPlane;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.World;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
    private static final Candidate START = Failing.LATE_WRITE;
    private static final Signature SIGNATURE = Failing.signature(START);

    @Test
    void leavesWhatTheFailureNeedsAndNothingElse() {
        assertThat(SIGNATURE.law()).isEqualTo("I2");

        Candidate small = shrink(START, 10_000).candidate();

        assertThat(small.world().peers()).hasSize(2);
        assertThat(small.world().requests()).hasSize(1);
        assertThat(Failing.faults(small.world())).containsExactly("writes");
        assertThat(small.world().warm()).isEmpty();
        assertThat(small.world().links()).isEmpty();
        assertThat(small.world().moments()).isEmpty();
        assertThat(small.world().control().rtt()).isInstanceOf(Latency.Fixed.class);
        assertThat(small.world().faults().get(0).at()).isEqualTo(Moment.at(0));
        // A registration that costs time would break I10 before: another failure.
        assertThat(small.world().dataPlane().registrationNanos()).isZero();
        assertThat(small.profile().overridden()).isEmpty();
        assertThat(small.seed()).isEqualTo(1);
        assertThat(Failing.signature(small)).isEqualTo(SIGNATURE);
    }

    @Test
    void givesTheSameResultTwice() {
        Shrunk one = shrink(START, 60);
        Shrunk other = shrink(START, 60);

        assertThat(other.candidate().world()).isEqualTo(one.candidate().world());
        assertThat(other.run().fingerprint()).isEqualTo(one.run().fingerprint());
        assertThat(other.runs()).isEqualTo(one.runs());
    }

    @Test
    void keepsTheBestSoFarWhenItsRunsAreUsedUp() {
        Shrunk cut = shrink(START, 12);

        assertThat(cut.complete()).isFalse();
        assertThat(cut.runs()).isLessThanOrEqualTo(12);
        assertThat(cut.size()).isLessThan(size(START));
        assertThat(Failing.signature(cut.candidate())).isEqualTo(SIGNATURE);
    }

    @Test
    void stopsWhenItIsTold() {
        Limits none = new Limits(10_000, () -> false);

        assertThat(shrinker(none).shrink(START, SIGNATURE).orElseThrow().candidate())
                .isEqualTo(START);
    }

    @Test
    void hasNothingToSayOfARunThatDoesNotFail() {
        Candidate hardened = new Candidate(START.world(), Profile.of(Preset.HARDENED), START.seed());

        assertThat(shrinker(new Limits(10, () -> true)).shrink(hardened, SIGNATURE))
                .isEmpty();
    }

    @Test
    void hasNothingToSayOfARunThatFailsOtherwise() {
        Signature other = new Signature("I1", SIGNATURE.statement(), SIGNATURE.event(), SIGNATURE.state());

        assertThat(shrinker(new Limits(10, () -> true)).shrink(START, other)).isEmpty();
    }

    private static Shrunk shrink(Candidate start, int runs) {
        Optional<Shrunk> shrunk = shrinker(new Limits(runs, () -> true)).shrink(start, SIGNATURE);
        return shrunk.orElseThrow();
    }

    private static Shrinker shrinker(Limits limits) {
        return new Shrinker(new OwnTier(), new EventCatalogue(), ShrinkerTest::length, limits);
    }

    private static Size size(Candidate candidate) {
        return Size.of(candidate.world(), length(candidate).getAsInt());
    }

    /** As of a file: what is at its default is not told. */
    private static OptionalInt length(Candidate candidate) {
        World world = candidate.world();
        String plane =
                world.dataPlane().equals(DataPlane.DEFAULT) ? world.dataPlane().toString() : "";
        return OptionalInt.of(world.toString().length()
                - plane.length()
                + candidate.profile().overridden().toString().length()
                + candidate.profile().name().length()
                + (candidate.seed() == 1 ? 0 : Long.toString(candidate.seed()).length()));
    }
}
