package io.kvdrill.sim.search.shrink;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.SECOND;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.sim.run.RunResult;
import io.kvdrill.sim.search.OwnTier;
import io.kvdrill.sim.search.Signature;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.DataPlane;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.LinkOverride;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import java.util.List;

/** A run that fails for a simple reason among much that has nothing to do with it. */
final class Failing {
    /** A consumer gives a load up while its write, which is slow, still lands: the slots are used again. */
    static final Candidate LATE_WRITE = new Candidate(
            World.called("late-write")
                    .about("much ado")
                    .peers(
                            PeerSpec.of("a", "10.0.0.9").withClock(5 * SECOND, 30),
                            PeerSpec.of("b", "10.0.0.2").withSlots(77),
                            PeerSpec.of("c", "10.0.0.3"),
                            PeerSpec.of("d", "10.0.0.3").withPort(6000))
                    .control(new ControlLink(new Latency.LogNormal(150_000, 900_000), 0, 500))
                    .dataPlane(new DataPlane(0, 0, false, true, true, 3 * MILLI, 400 * MILLI, false, 12_500_000_000L))
                    .link(new LinkOverride(
                            "a", "b", true, new ControlLink(new Latency.Uniform(100_000, 300_000), 0, 1_000), null))
                    .moment("start", Moment.at(SECOND))
                    .requests(
                            RequestSpec.pd("hello", 0, Prompt.of("hello", 16), "a", "b"),
                            RequestSpec.pd("slow", 0, Prompt.of("text", 500).then("more", 77), "a", "b")
                                    .arriving(new Moment.Relative("start", 333_333_333))
                                    .dispatched(new Dispatch.Legs(
                                            Moment.at(29 * SECOND + 123_456_789), Moment.at(SECOND + 333_333_333))),
                            RequestSpec.symmetric("aside", SECOND, Prompt.of("w", 64), "c", "d"),
                            RequestSpec.local("local", 3 * SECOND, Prompt.of("w", 64), "d"),
                            RequestSpec.pd("after", 40 * SECOND, Prompt.of("x", 160), "c", "b"))
                    .warm("c", Prompt.of("w", 320))
                    .warm("d", Prompt.of("v", 32))
                    .fault(FaultSpec.lasting(
                                    new Moment.Relative("slow", 17 * MILLI),
                                    50 * SECOND,
                                    new Fault.Writes(
                                            new Fault.WriteMatch("a", null, 0), Fault.WriteFate.SLOW, 20 * SECOND + 7))
                            .named("slowness"))
                    .fault(FaultSpec.of(new Moment.Relative("slowness", SECOND), new Fault.StallStep("c", MILLI)))
                    .fault(FaultSpec.of(
                            Moment.after(Boundary.of("load_ended").at("b"), 5 * SECOND),
                            new Fault.Restart("d", SECOND)))
                    .build(),
            Profile.of(Preset.VLLM_2026_08)
                    .with(Rows.IDLE_TIMEOUT, 3_456 * SECOND)
                    .named("mine"),
            7);

    private Failing() {}

    static RunResult run(Candidate candidate) {
        return new OwnTier().runKeepingTrace(candidate.world(), candidate.profile(), candidate.seed());
    }

    static Signature signature(Candidate candidate) {
        return Signature.of(run(candidate)).orElseThrow();
    }

    static List<String> faults(World world) {
        return world.faults().stream().map(spec -> spec.fault().word()).toList();
    }
}
