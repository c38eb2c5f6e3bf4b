package io.kvdrill.core.walk;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A step in which nothing is to be done leaves nothing for the garbage collector: counted in bytes, never in time. */
class SweepAllocationTest {
    private static final int SESSIONS = 40;
    private static final int STEPS = 1_000;

    /** What one look at the counter may cost itself. */
    private static final long NOISE = 512;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @EnumSource(Preset.class)
    void anIdleStepAllocatesNothing(Preset preset) {
        TierBench bench = new TierBench(Profile.of(preset).with(Rows.MAX_PEERS, 1_000L));
        for (int i = 0; i < SESSIONS; i++) {
            bench.up("h" + i + ".example:1");
            bench.store(bench.opened(Peers.producer("parked" + i)), "a");
        }
        bench.step();
        bench.control.hush();
        bench.data.hush();
        long now = bench.now();
        steps(bench, now);

        long before = allocated();
        steps(bench, now);

        assertThat(allocated() - before).isLessThan(NOISE);
    }

    private static void steps(TierBench bench, long now) {
        for (int i = 0; i < STEPS; i++) {
            bench.tier.getFinishedJobs(now);
            bench.tier.serveExternalRequests(now, bench.parent);
            bench.tier.onScheduleEnd(now);
        }
    }

    private long allocated() {
        return threads.getCurrentThreadAllocatedBytes();
    }
}
