package io.kvdrill.transports.zmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.transports.zmq.ZmqConfig.Heartbeat;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LinkWatchTest {
    private static final long SECOND = 1_000_000_000L;
    /** vLLM's. */
    private static final Heartbeat HEARTBEAT =
            new Heartbeat(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(10));

    private long nowNanos = -5 * SECOND;
    private final LinkWatch watch = new LinkWatch(HEARTBEAT, 100, () -> nowNanos);

    @Test
    void isNotLostBeforeAnybodyAnswered() {
        nowNanos += 1_000 * SECOND;

        assertThat(watch.heard()).isFalse();
        assertThat(watch.loss(nowNanos)).isNull();
    }

    @Test
    void isLostOnceNothingWasHeardForTheTimeout() {
        hear();
        nowNanos += 10 * SECOND - 1;
        assertThat(watch.loss(nowNanos)).isNull();

        nowNanos++;
        assertThat(watch.loss(nowNanos)).contains("nothing heard for 10000 ms").contains("heartbeat_timeout");
    }

    @Test
    void livesOnAnyFrame() {
        for (int i = 0; i < 10; i++) {
            hear();
            nowNanos += 9 * SECOND;
            assertThat(watch.loss(nowNanos)).isNull();
        }
    }

    @Test
    void hasOneMoreIntervalAfterWeStoodStill() {
        hear();
        nowNanos += 60 * SECOND;
        watch.excuse(nowNanos);
        assertThat(watch.loss(nowNanos)).isNull();

        nowNanos += SECOND;
        hear();
        nowNanos += 9 * SECOND;
        assertThat(watch.loss(nowNanos)).as("heard after we went on").isNull();
    }

    @Test
    void isExcusedOnceForEachTimeItWasHeard() {
        hear();
        nowNanos += 60 * SECOND;
        watch.excuse(nowNanos);
        nowNanos += 6 * SECOND;
        watch.excuse(nowNanos);

        assertThat(watch.loss(nowNanos)).isNotNull();
    }

    @Test
    void takesAPeerForSilentElsewhereThoughItSpokeThereAfterItLastAnsweredHere() {
        hear();
        long spokeNanos = nowNanos + 2 * SECOND;
        nowNanos += 10 * SECOND;

        assertThat(watch.silent(nowNanos)).isTrue();
        assertThat(watch.silentSince(spokeNanos, nowNanos)).isTrue();
        assertThat(watch.silentSince(nowNanos - SECOND, nowNanos)).isFalse();
    }

    @Test
    void givesNoMemoryToImpossibleFrames() {
        assertThat(watch.allocate(100).size()).isEqualTo(100);
        assertThat(watch.allocate(101).size()).isZero();
        assertThat(watch.allocate(-1).size()).isZero();
    }

    private void hear() {
        watch.allocate(0);
    }
}
