package io.kvdrill.sim.search.shrink;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.sim.fault.EventCatalogue;
import io.kvdrill.sim.network.NetworkEvent;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.trace.TraceEntry;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldValidation;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final RunResult RUN = Failing.run(Failing.LATE_WRITE);
    private static final Candidate SCHEDULE = Schedule.of(Failing.LATE_WRITE, RUN);

    @Test
    void leavesNothingToChance() {
        World world = SCHEDULE.world();

        assertThat(WorldValidation.problems(world, new EventCatalogue())).isEmpty();
        assertThat(world.control().rtt()).isInstanceOf(Latency.Fixed.class);
        assertThat(world.data().latency()).isInstanceOf(Latency.Fixed.class);
        assertThat(world.faults()).extracting(FaultSpec::at).hasOnlyElementsOfType(Moment.At.class);
        assertThat(world.requests()).extracting(RequestSpec::arrival).hasOnlyElementsOfType(Moment.At.class);
        assertThat(Failing.run(seeded(1)).fingerprint())
                .isEqualTo(Failing.run(seeded(99)).fingerprint());
    }

    @Test
    void failsAsTheRunDid() {
        assertThat(Signature.of(Failing.run(SCHEDULE))).isEqualTo(Signature.of(RUN));
    }

    @Test
    void deliversMessagesWhenTheRunDid() {
        List<Long> before = deliveries(RUN);
        List<Long> after = deliveries(Failing.run(seeded(99)));

        assertThat(before).hasSizeGreaterThan(10);
        assertThat(after).hasSameSizeAs(before);
        long alike = 0;
        for (int i = 0; i < before.size(); i++) {
            alike += Math.abs(before.get(i) - after.get(i)) < 1_000_000 ? 1 : 0;
        }
        assertThat(alike).isEqualTo(before.size());
    }

    private static Candidate seeded(long seed) {
        return new Candidate(SCHEDULE.world(), SCHEDULE.profile(), seed);
    }

    private static List<Long> deliveries(RunResult run) {
        return run.trace().entries().stream()
                .filter(entry -> entry.event() instanceof NetworkEvent.FrameDelivered)
                .map(TraceEntry::worldNanos)
                .toList();
    }
}
