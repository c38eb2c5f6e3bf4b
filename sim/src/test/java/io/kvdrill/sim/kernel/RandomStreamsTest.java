package io.kvdrill.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.kvdrill.sim.world.Latency;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class RandomStreamsTest {

    @Test
    void givesTheSameNumbersForTheSameKey() {
        assertThat(draw(new RandomStreams(42).stream("a:1", "latency")))
                .isEqualTo(draw(new RandomStreams(42).stream("a:1", "latency")));
    }

    @Test
    void givesOtherNumbersForAnotherSeedPeerOrPurpose() {
        Set<List<Long>> draws = new LinkedHashSet<>();
        for (long seed : new long[] {0, 1, -1, Long.MIN_VALUE}) {
            for (String peer : List.of("", "a:1", "a:2", "a:12")) {
                for (String purpose : List.of("", "latency", "2latency")) {
                    draws.add(draw(new RandomStreams(seed).stream(peer, purpose)));
                }
            }
        }
        assertThat(draws).hasSize(4 * 4 * 3);
    }

    @Test
    void isNotMovedByDrawsFromOtherStreams() {
        RandomStreams alone = new RandomStreams(7);
        RandomStreams crowded = new RandomStreams(7);
        crowded.stream("new:1", "latency").nextLong();
        List<Long> expected = draw(alone.stream("a:1", "latency"));

        crowded.stream("a:1", "arrivals").nextDouble();

        assertThat(draw(crowded.stream("a:1", "latency"))).isEqualTo(expected);
    }

    @Test
    void goesOnWhereTheStreamWasLeft() {
        RandomStreams streams = new RandomStreams(7);
        long first = streams.stream("a:1", "latency").nextLong();

        assertThat(streams.stream("a:1", "latency").nextLong()).isNotEqualTo(first);
    }

    @Test
    void keepsItsNumbersForEver() {
        // Replays depend on these: a change makes every committed fingerprint wrong.
        RandomStream stream = new RandomStreams(1).stream("10.0.0.1:5710", "latency");

        assertThat(new long[] {stream.nextLong(), stream.nextLong(), stream.nextLong(1_000)})
                .containsExactly(297894305556135672L, -2597005863767938917L, 54L);
    }

    @Property
    void staysWithinBounds(@ForAll long seed, @ForAll @LongRange(min = 1) long bound) {
        RandomStream stream = new RandomStreams(seed).stream("p", "q");
        for (int i = 0; i < 20; i++) {
            assertThat(stream.nextLong(bound)).isBetween(0L, bound - 1);
            assertThat(stream.uniform(-bound, -1)).isBetween(-bound, -1L);
            assertThat(stream.nextDouble()).isGreaterThanOrEqualTo(0).isLessThan(1);
            assertThat(stream.exponential(5)).isGreaterThanOrEqualTo(0);
        }
    }

    @Test
    void refusesRangesThatAreNone() {
        RandomStream stream = new RandomStreams(1).stream("p", "q");
        assertThatThrownBy(() -> stream.nextLong(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> stream.uniform(2, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> stream.uniform(Long.MIN_VALUE, Long.MAX_VALUE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void hasTheMomentsOfItsDistributions() {
        RandomStream stream = new RandomStreams(3).stream("p", "moments");
        int n = 100_000;
        double uniform = 0;
        double exponential = 0;
        double normal = 0;
        double normalSquares = 0;
        for (int i = 0; i < n; i++) {
            uniform += stream.nextDouble();
            exponential += stream.exponential(10);
            double g = stream.gaussian();
            normal += g;
            normalSquares += g * g;
        }
        assertThat(uniform / n).isCloseTo(0.5, within(0.01));
        assertThat(exponential / n).isCloseTo(10, within(0.2));
        assertThat(normal / n).isCloseTo(0, within(0.02));
        assertThat(normalSquares / n).isCloseTo(1, within(0.03));
    }

    @Test
    void drawsLatenciesOfTheStatedShape() {
        RandomStream stream = new RandomStreams(3).stream("p", "latency");
        Latency.LogNormal logNormal = new Latency.LogNormal(1_000, 10_000);
        long[] samples = LongStream.generate(() -> Delays.sample(logNormal, stream))
                .limit(100_000)
                .sorted()
                .toArray();
        assertThat((double) samples[50_000]).isCloseTo(1_000, within(30.0));
        assertThat((double) samples[99_000]).isCloseTo(10_000, within(600.0));
        assertThat(Delays.sample(new Latency.Uniform(5, 6), stream)).isBetween(5L, 6L);

        long before = new RandomStreams(9).stream("p", "q").nextLong();
        RandomStream untouched = new RandomStreams(9).stream("p", "q");
        assertThat(Delays.sample(Latency.fixed(17), untouched)).isEqualTo(17);
        assertThat(untouched.nextLong()).isEqualTo(before);
    }

    private static List<Long> draw(RandomStream stream) {
        return LongStream.generate(stream::nextLong).limit(5).boxed().toList();
    }
}
