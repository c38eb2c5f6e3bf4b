package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.PROMPT;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.twoAcquainted;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Idle ticks may be left out: the same happens, to the last bit of the trace. */
class SkippedTicksTest {

    private static void assertSameWithEveryTick(World world, Preset preset) {
        RunOptions options = RunOptions.of(7, TierFactory.own());
        RunResult skipped = new SimulatedRun(world, Profile.of(preset), options).run();
        RunResult ticked = new SimulatedRun(world, Profile.of(preset), options.atEveryTick()).run();
        assertThat(Worlds.firstDifference(ticked, skipped)).isEmpty();
        assertThat(ticked.fingerprint()).isEqualTo(skipped.fingerprint());
        assertThat(ticked.requests()).isEqualTo(skipped.requests());
        assertThat(ticked.events()).as("idle steps are really taken").isGreaterThan(skipped.events() + 1_000);
    }

    private static World busy() {
        return twoAcquainted("busy")
                .peers(PeerSpec.of("third", "10.0.0.3").withSlots(64).withClock(12_345, 200))
                .warm("prefill", Prompt.of("system", 1024))
                .requests(
                        RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"),
                        RequestSpec.pd("r2", SECOND + MILLI / 3, Prompt.of("x", 999), "prefill", "decode")
                                .dispatched(new Dispatch.Together()),
                        RequestSpec.symmetric(
                                "r3",
                                SECOND + 50 * MILLI,
                                Prompt.of("system", 1024).then("q", 100),
                                "prefill",
                                "third"),
                        RequestSpec.symmetric(
                                "r4", 2 * SECOND, Prompt.of("system", 1024).then("s", 100), "prefill", "third"),
                        RequestSpec.pd("r5", 2 * SECOND, Prompt.of("late", 512), "decode", "prefill")
                                .givenUpAfter(20 * MILLI),
                        RequestSpec.local("r6", 2 * SECOND, Prompt.of("alone", 700), "third"))
                .build();
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aRunWithoutFaultsIsTheSame(Preset preset) {
        assertSameWithEveryTick(busy(), preset);
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aRunWithDeathsAndHeldMessagesIsTheSame(Preset preset) {
        World calm = busy();
        World world = twoAcquainted("faulty")
                .peers(calm.peers().get(2))
                .requests(calm.requests().subList(1, calm.requests().size()).toArray(RequestSpec[]::new))
                .fault(FaultSpec.lasting(
                        Moment.at(SECOND),
                        Moment.at(4 * SECOND),
                        new Fault.HoldMessages(new Fault.MessageMatch(null, null, "transfer_done", null))))
                .fault(Moment.after(Boundary.sent("fetch"), MILLI), new Fault.Kill("decode", Plane.BOTH))
                .fault(Moment.at(5 * SECOND), new Fault.Restart("third", SECOND))
                .until(new End.AtTime(20 * SECOND))
                .build();
        assertSameWithEveryTick(world, preset);
    }
}
