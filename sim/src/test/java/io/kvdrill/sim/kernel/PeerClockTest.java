package io.kvdrill.sim.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerClockTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long YEARS = 100L * 365 * 24 * 3600 * SECOND / 10;

    @Test
    void readsWorldTimeWhenExact() {
        PeerClock clock = PeerClock.exact();

        assertThat(clock.localNanos(0)).isZero();
        assertThat(clock.localNanos(Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE - 1);
        assertThat(clock.worldNanos(12_345)).isEqualTo(12_345);
    }

    @Test
    void startsAtItsOffsetAndRunsAtItsRate() {
        PeerClock fast = new PeerClock(500, 20_000); // 20 ppm

        assertThat(fast.localNanos(0)).isEqualTo(500);
        assertThat(fast.localNanos(SECOND)).isEqualTo(500 + SECOND + 20_000);
        assertThat(new PeerClock(-500, -20_000).localNanos(SECOND)).isEqualTo(-500 + SECOND - 20_000);
    }

    @Property
    void isExact(
            @ForAll @LongRange(min = -999_999_999, max = 1_000_000_000) long drift,
            @ForAll @LongRange(min = 0, max = YEARS) long world) {
        BigInteger expected = BigInteger.valueOf(world)
                .multiply(BigInteger.valueOf(SECOND + drift))
                .divide(BigInteger.valueOf(SECOND));

        assertThat(new PeerClock(0, drift).localNanos(world)).isEqualTo(expected.longValueExact());
    }

    @Property
    void findsTheEarliestWorldTimeOfALocalOne(
            @ForAll @LongRange(min = -999_999_999, max = 1_000_000_000) long drift,
            @ForAll @LongRange(min = -YEARS, max = YEARS) long offset,
            @ForAll @LongRange(min = 0, max = YEARS / 1_000) long ahead) {
        PeerClock clock = new PeerClock(offset, drift);
        long local = offset + ahead;

        long world = clock.worldNanos(local);

        if (world != PeerClock.NEVER) {
            assertThat(clock.localNanos(world)).isGreaterThanOrEqualTo(local);
            if (world > 0) {
                assertThat(clock.localNanos(world - 1)).isLessThan(local);
            }
        }
    }

    @Property
    void neverGoesBackWhateverIsDoneToIt(
            @ForAll @LongRange(min = -999_999_999, max = 1_000_000_000) long drift,
            @ForAll @LongRange(min = -10 * SECOND, max = 10 * SECOND) long step,
            @ForAll @LongRange(min = 1, max = 20 * SECOND) long later) {
        PeerClock clock = new PeerClock(0, 0);
        long before = clock.localNanos(SECOND);
        clock.step(SECOND, step);
        long stepped = clock.localNanos(SECOND);
        clock.drift(SECOND + later, drift);
        long drifted = clock.localNanos(SECOND + later);
        long after = clock.localNanos(SECOND + 2 * later);

        assertThat(new long[] {before, stepped, drifted, after}).isSorted();
    }

    @Test
    void jumpsAheadAtOnce() {
        PeerClock clock = PeerClock.exact();
        clock.step(SECOND, 5 * SECOND);

        assertThat(clock.localNanos(SECOND)).isEqualTo(6 * SECOND);
        assertThat(clock.worldNanos(3 * SECOND)).isEqualTo(SECOND);
        assertThat(clock.worldNanos(7 * SECOND)).isEqualTo(2 * SECOND);
    }

    @Test
    void standsStillAfterAStepBackUntilItHasCaughtUp() {
        PeerClock clock = PeerClock.exact();
        clock.step(10 * SECOND, -4 * SECOND);

        assertThat(clock.localNanos(10 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(clock.localNanos(14 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(clock.localNanos(14 * SECOND + 1)).isEqualTo(10 * SECOND + 1);
        assertThat(clock.worldNanos(10 * SECOND)).isEqualTo(10 * SECOND);
        assertThat(clock.worldNanos(10 * SECOND + 1)).isEqualTo(14 * SECOND + 1);
    }

    @Test
    void changesItsSpeedWithoutAJump() {
        PeerClock clock = new PeerClock(0, 1_000_000);
        long reading = clock.localNanos(SECOND);
        clock.drift(SECOND, -1_000_000);

        assertThat(clock.localNanos(SECOND)).isEqualTo(reading);
        assertThat(clock.localNanos(2 * SECOND)).isEqualTo(reading + SECOND - 1_000_000);
    }

    @Test
    void knowsThatNeverNeverComes() {
        PeerClock clock = new PeerClock(Long.MAX_VALUE - 10, 1_000_000);

        assertThat(clock.worldNanos(PeerClock.NEVER)).isEqualTo(PeerClock.NEVER);
        assertThat(clock.localNanos(SECOND)).isEqualTo(PeerClock.NEVER);
        assertThat(new PeerClock(0, -999_999_999).worldNanos(Long.MAX_VALUE / 2))
                .isEqualTo(PeerClock.NEVER);
        assertThat(new PeerClock(Long.MIN_VALUE, 0).worldNanos(Long.MAX_VALUE - 1))
                .isEqualTo(PeerClock.NEVER);
    }

    @Test
    void refusesToLookBehindItsLastChange() {
        PeerClock clock = PeerClock.exact();
        clock.step(100, 1);

        assertThatThrownBy(() -> clock.localNanos(99)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1_000_000_000L, 1_000_000_001L})
    void refusesToStandStillOrToRace(long drift) {
        assertThatThrownBy(() -> new PeerClock(0, drift)).isInstanceOf(IllegalArgumentException.class);
        PeerClock clock = PeerClock.exact();
        assertThatThrownBy(() -> clock.drift(5, drift)).isInstanceOf(IllegalArgumentException.class);
    }
}
