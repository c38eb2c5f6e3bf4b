package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.PROMPT;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.events;
import static io.kvdrill.sim.run.Worlds.run;
import static io.kvdrill.sim.run.Worlds.twoAcquainted;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.fault.FaultEvent;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A producer dies in the middle of a transfer. */
class PeerDeathTest {
    private static final Moment LANDED_AND_UNSAID =
            new Moment.After(Boundary.of("transfer_landed").at("prefill"), 1, 0, Boundary.sent("transfer_done"));

    private static WorldBuilder world() {
        return twoAcquainted("peer-death")
                .requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"))
                .expect(new Expectation.RequestFinishes("r1", Finish.LOCAL_PREFILL, Span.within(60 * SECOND)));
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aProcessThatDiesAfterItsWriteLandedNeverSaysSo(Preset preset) {
        World world = world().fault(LANDED_AND_UNSAID, new Fault.Kill("prefill", Plane.BOTH))
                .expect(new Expectation.LoadEnds("r1", 1, false, Span.within(SECOND), null))
                .build();
        RunResult result = run(world, preset);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
        assertThat(events(result, FaultEvent.ProcessKilled.class)).hasSize(1);
        assertThat(result.peers().get(0).alive()).isFalse();
        assertThat(result.missedMoments()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aControlChannelThatDiesEndsTheLoad(Preset preset) {
        World world = world().fault(Moment.after(Boundary.of("write_posted")), new Fault.Kill("prefill", Plane.CONTROL))
                .expect(new Expectation.LoadEnds("r1", 1, false, Span.within(SECOND), null))
                .build();
        RunResult result = run(world, preset);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
        assertThat(result.peers().get(0).alive()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aDataPlaneThatDiesEndsTheLoadOnceItIsNoticed(Preset preset) {
        World world = world().fault(Moment.after(Boundary.of("write_posted")), new Fault.Kill("prefill", Plane.DATA))
                .expect(new Expectation.LoadEnds("r1", 1, false, Span.within(41 * SECOND), null))
                .build();
        RunResult result = run(world, preset);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
        assertThat(events(result, SessionEvent.SessionOpened.class)).isNotEmpty();
    }

    @Test
    void aProcessKilledInTheMiddleOfItsStepDoesNothingMoreInIt() {
        World world = world().fault(
                        Moment.after(Boundary.of("write_ended").at("prefill")), new Fault.Kill("prefill", Plane.BOTH))
                .build();
        RunResult result = run(world, Preset.HARDENED);
        assertThat(events(result, SessionEvent.MessageSent.class))
                .noneMatch(sent -> sent.message() instanceof io.kvdrill.core.protocol.Message.TransferDone);
        assertThat(result.request("r1").finish()).isEqualTo(Finish.LOCAL_PREFILL);
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aRestartedProducerServesNewRequests(Preset preset) {
        World world = twoAcquainted("restart")
                .requests(
                        RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"),
                        RequestSpec.symmetric("again", 20 * SECOND, PROMPT.then("?", 16), "prefill", "decode"),
                        RequestSpec.pd(
                                "r2", 30 * SECOND, io.kvdrill.sim.world.Prompt.of("another", 512), "prefill", "decode"))
                .fault(LANDED_AND_UNSAID, new Fault.Restart("prefill", 500 * MILLI))
                .expect(
                        new Expectation.RequestFinishes("r1", Finish.LOCAL_PREFILL, Span.within(40 * SECOND)),
                        new Expectation.RequestFinishes("r2", Finish.REMOTE_KV, Span.within(SECOND)))
                .build();
        RunResult result = run(world, preset);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
        assertThat(result.peers().get(0).incarnation()).isEqualTo(2);
    }
}
