package io.kvdrill.scenarios.format.write;

import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Caps;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.DataLink;
import io.kvdrill.sim.world.DataPlane;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.End;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.MessageMatch;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.Fault.WriteMatch;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.LinkOverride;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.ProfileOutcome;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import java.util.ArrayList;
import java.util.List;

/** A world that uses every kind of fault, moment, expectation, dispatch and latency, and every field. */
final class EveryWord {
    private static final Boundary FILTERED =
            Boundary.of("write_ended").at("a").with("request", "r1").with("transfer", "3");
    private static final MessageMatch ANY = new MessageMatch(null, null, null, null);
    private static final MessageMatch EXACT = new MessageMatch("a", "b", "transfer_done", "r1");

    private EveryWord() {}

    static World world() {
        WorldBuilder world = World.called("every-word")
                .about("Everything: \"at once\", it's # said")
                .model(512, 32)
                .peers(
                        new PeerSpec(
                                "a",
                                "prefill.example",
                                6000,
                                2,
                                64,
                                1,
                                16,
                                1,
                                1_500_000,
                                7,
                                3,
                                "seed: x",
                                "",
                                77L,
                                -5_000_000_001L,
                                -20),
                        PeerSpec.of("b", "10.0.0.2"),
                        PeerSpec.of("c-3", "10.0.0.3").withCompatibility("null", "'quoted'", null))
                .control(new ControlLink(new Latency.Uniform(100, 3_000_000), 1_234_567, 3))
                .data(new DataLink(1, new Latency.LogNormal(1_000, 90_000), 0))
                .dataPlane(new DataPlane(0, 0, true, false, false, 0, Long.MAX_VALUE, true, 0))
                .link(new LinkOverride("a", "b", false, ControlLink.DEFAULT, null))
                .link(new LinkOverride(
                        "b",
                        "c-3",
                        true,
                        new ControlLink(Latency.fixed(40), 0, 1_000),
                        new DataLink(12_500_000_001L, Latency.fixed(0), 1_000)))
                .caps(new Caps(10, 60_000_000_000L, 10))
                .until(new End.AtTime(59_000_000_001L))
                .healAt(new Moment.Relative("parked", 3_600_000_000_000L))
                .warm("a", Prompt.of("w", 64))
                .warm("a", Prompt.of("w", 32).then("more text", 32))
                .warm("b", Prompt.of("w", 32));
        moments(world);
        requests(world);
        faults().forEach(world::fault);
        world.expect(expectations().toArray(new Expectation[0]));
        world.under("vllm-2026-08", List.of("I4", "I11"), new Expectation.LawsHold(List.of("I1")));
        world.under(new ProfileOutcome(
                "vllm-2026-10",
                List.of(),
                List.of(new Expectation.LawBreaks("I3"), new Expectation.LoadEnds("r1", 2, true, Span.ANY, null)),
                List.of(new Expectation.LawsHold(List.of()))));
        return world.build();
    }

    private static void moments(WorldBuilder world) {
        world.moment("parked", Moment.after(Boundary.of("store_parked").at("a")))
                .moment("later", new Moment.Relative("parked", 0))
                .moment("exact", new Moment.After(FILTERED, 3, 1, Boundary.sent("transfer_done")))
                .moment("edge", new Moment.Edge("load_timeout_pd", "b", 2, -1))
                .moment("any_edge", new Moment.Edge("handshake_timeout", null, 1, 0));
    }

    private static void requests(WorldBuilder world) {
        RequestSpec pd = RequestSpec.pd("r1", 1_500_000_000, Prompt.of("r1", 33), "a", "b");
        world.requests(
                pd,
                new RequestSpec(
                        "r2",
                        new Moment.Relative("parked", 5),
                        Prompt.of("sys", 16).then("r2", 1),
                        9,
                        Mode.PD,
                        null,
                        "a",
                        "b",
                        "r1",
                        new Dispatch.Legs(Moment.at(3), null),
                        1L),
                RequestSpec.pd("r3", 0, Prompt.of("other", 16), "a", "b").dispatched(new Dispatch.Together()),
                RequestSpec.pd("r4", 0, Prompt.of("r4", 16), "a", "b").dispatched(new Dispatch.AfterPrefill(1)),
                RequestSpec.pd("r5", 0, Prompt.of("r5", 16), "a", "b")
                        .dispatched(new Dispatch.Legs(null, Moment.after(FILTERED)))
                        .calling("r5"),
                RequestSpec.symmetric("1", 0, Prompt.of("1", 16), "a", "b"),
                RequestSpec.local("true", 0, Prompt.of("null", 16), "a"));
    }

    private static List<FaultSpec> faults() {
        List<Fault> faults = new ArrayList<>();
        for (Plane plane : Plane.values()) {
            faults.add(new Fault.Kill("a", plane));
            faults.add(new Fault.Partition("a", null, plane, true));
            faults.add(new Fault.Partition("a", "b", plane, false));
        }
        faults.addAll(List.of(
                new Fault.Restart("a", 0),
                new Fault.Restart("a", 1_000),
                new Fault.PowerOff("a"),
                new Fault.ShutDown("a"),
                new Fault.ResetCache("a"),
                new Fault.Pause("a"),
                new Fault.ResetConnection("a", "b"),
                new Fault.DropConnection("a", "b"),
                new Fault.DelayMessages(ANY, 1),
                new Fault.DelayMessages(EXACT, 40_000_000),
                new Fault.DelayMessages(EXACT, 40_000_000, 7_000_000),
                new Fault.DropMessage(new MessageMatch(null, null, "fetch", null), 0),
                new Fault.DropMessage(new MessageMatch(null, null, "fetch", null), 2),
                new Fault.DropMessage(ANY, 0),
                new Fault.HoldMessages(EXACT),
                new Fault.StallStep("a", 3),
                new Fault.DriftClock("a", 0),
                new Fault.DriftClock("a", -200),
                new Fault.StepClock("a", 5_000_000_000L)));
        for (Fault.RegistrationFate fate : Fault.RegistrationFate.values()) {
            faults.add(new Fault.Registrations(
                    "a",
                    fate == Fault.RegistrationFate.SLOW ? "b" : null,
                    fate,
                    fate == Fault.RegistrationFate.SLOW ? 9 : 0));
        }
        for (Fault.WriteFate fate : Fault.WriteFate.values()) {
            boolean timed = fate == Fault.WriteFate.SLOW || fate == Fault.WriteFate.COMPLETION_LATE;
            faults.add(new Fault.Writes(new WriteMatch(timed ? "a" : null, null, timed ? 1 : 0), fate, timed ? 6 : 0));
        }
        for (Fault.HostileFrame frame : Fault.HostileFrame.values()) {
            faults.add(new Fault.SendFrame("10.9.9.9:5710", "a", frame));
        }
        List<FaultSpec> specs = new ArrayList<>();
        faults.forEach(fault -> specs.add(FaultSpec.of(Moment.at(specs.size()), fault)));
        specs.add(FaultSpec.lasting(new Moment.After(FILTERED, 2, 3, FILTERED), 5, new Fault.Pause("b"))
                .named("pause"));
        specs.add(FaultSpec.lasting(
                new Moment.Edge("load_timeout_pd", null, 1, 1), new Moment.Relative("pause", 1), new Fault.Pause("b")));
        specs.add(FaultSpec.lasting(
                new Moment.Relative("r1", 0),
                new Moment.After(Boundary.received("fetch"), 1, 0, null),
                new Fault.HoldMessages(ANY)));
        return specs;
    }

    private static List<Expectation> expectations() {
        Span span = new Span(1, 2_000_000_000);
        List<Expectation> all = new ArrayList<>(List.of(
                new Expectation.LoadEnds("r1", 1, true, Span.ANY, null),
                new Expectation.LoadEnds("r1", 2, false, span, "time: out"),
                new Expectation.StoreEnds("r1", 1, true, Span.within(5), null),
                new Expectation.StoreEnds("r1", 2, false, new Span(5, Long.MAX_VALUE), "x"),
                new Expectation.LawsHold(List.of("I1", "I2")),
                new Expectation.LawBreaks("I3"),
                new Expectation.Happens(Boundary.of("load_started"), 0, 0),
                new Expectation.Happens(Boundary.of("write_started"), 1, Long.MAX_VALUE),
                new Expectation.Happens(Boundary.of("write_ended"), 4, 4),
                new Expectation.Happens(Boundary.of("round_ended"), 0, 4),
                new Expectation.Happens(Boundary.of("load_timed_out"), 0, Long.MAX_VALUE),
                new Expectation.Happens(FILTERED, 2, Long.MAX_VALUE),
                new Expectation.HappensAfter(Boundary.of("session_opened"), 1, null, Span.ANY),
                new Expectation.HappensAfter(Boundary.of("session_ready"), 1, FILTERED, Span.ANY),
                new Expectation.HappensAfter(FILTERED, 2, Boundary.sent("fetch").at("b"), span),
                new Expectation.SessionsOpen(null, true, 0, 3),
                new Expectation.SessionsOpen("a", false, 1, Long.MAX_VALUE),
                new Expectation.SlotsFree(null),
                new Expectation.SlotsFree("a"),
                new Expectation.PinnedAtMost(null, 1),
                new Expectation.PinnedAtMost("a", 9_600_000_000_000L),
                new Expectation.EngineCrashes("a", true),
                new Expectation.EngineCrashes("b", false)));
        int place = 0;
        for (Finish how : Finish.values()) {
            String request = "r" + ++place;
            all.add(new Expectation.RequestFinishes(request, how, how == Finish.FAILED ? span : Span.ANY));
        }
        return all;
    }
}
