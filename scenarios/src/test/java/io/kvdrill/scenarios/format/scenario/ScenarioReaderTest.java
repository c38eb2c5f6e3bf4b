package io.kvdrill.scenarios.format.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Rows;
import io.kvdrill.scenarios.explain.ExpectationText;
import io.kvdrill.scenarios.format.source.Source;
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
import io.kvdrill.sim.world.Expectation.Wait;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.HostileFrame;
import io.kvdrill.sim.world.Fault.MessageMatch;
import io.kvdrill.sim.world.Fault.Plane;
import io.kvdrill.sim.world.Fault.RegistrationFate;
import io.kvdrill.sim.world.Fault.WriteFate;
import io.kvdrill.sim.world.Fault.WriteMatch;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Model;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.NamedMoment;
import io.kvdrill.sim.world.PeerSpec;
import io.kvdrill.sim.world.Portion;
import io.kvdrill.sim.world.ProfileOutcome;
import io.kvdrill.sim.world.Prompt;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.RequestSpec.Mode;
import io.kvdrill.sim.world.WarmCache;
import io.kvdrill.sim.world.World;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A scenario file")
class ScenarioReaderTest {
    private static final long MS = 1_000_000L;
    private static final long S = 1_000_000_000L;

    @Test
    void thatSaysLittleIsAWorldOfDefaults() {
        World world = one("peers: {a: {host: 10.0.0.1}, b: {}}\n").world();

        assertThat(world.name()).isEqualTo("test");
        assertThat(world.peers()).containsExactly(PeerSpec.of("a", "10.0.0.1"), PeerSpec.of("b", "10.0.0.2"));
        assertThat(world.model()).isEqualTo(Model.DEFAULT);
        assertThat(world.control()).isEqualTo(ControlLink.DEFAULT);
        assertThat(world.data()).isEqualTo(DataLink.DEFAULT);
        assertThat(world.dataPlane()).isEqualTo(DataPlane.DEFAULT);
        assertThat(world.caps()).isEqualTo(Caps.DEFAULT);
        assertThat(world.end()).isEqualTo(new End.Quiescent());
        assertThat(world.heal()).isNull();
    }

    @Test
    void describesPeers() {
        PeerSpec peer = one("""
                        peers:
                          a:
                            host: engine-1
                            port: 7777
                            rank: 2
                            slots: 64
                            prefill: 10k tok/s
                            prefill_chunk: 2048
                            step: 30ms
                            idle_tick: 2ms
                            tick_phase: 500us
                            gpu_copy: 25GB/s
                            hash_seed: other
                            fingerprint: none
                            kv_block: 4MiB
                            clock_offset: -3s
                            clock_drift: -20ppm
                        """).world().peer("a");

        assertThat(peer)
                .isEqualTo(new PeerSpec(
                        "a",
                        "engine-1",
                        7777,
                        2,
                        64,
                        10_000,
                        2048,
                        30 * MS,
                        2 * MS,
                        500_000,
                        25_000_000_000L,
                        "other",
                        "",
                        4L << 20,
                        -3 * S,
                        -20));
    }

    @Test
    void describesModelLinksAndDataPlane() {
        World world = one("""
                        model: {kv_block: 512KiB, tokens_per_block: 64}
                        peers: {a: {}, b: {}}
                        links:
                          control: {rtt: {median: 120us, p99: 300us}, bandwidth: 10Gbps, high_water_mark: 10}
                          data: {bandwidth: 400Gbps, latency: {from: 1us, to: 3us}, per_block: 0}
                          between:
                            - {from: a, to: b, both_ways: false, control: {rtt: 40ms}}
                        data_plane:
                          registration: 2us/block
                          registration_base: 3ms
                          cancel_stops_bytes: true
                          fences_outbound: false
                          fences_inbound: false
                          fence: 4ms
                          death_seen_after: never
                          progress_known: true
                          declared_bandwidth: none
                        """).world();

        assertThat(world.model()).isEqualTo(new Model(512 << 10, 64));
        assertThat(world.control())
                .isEqualTo(new ControlLink(new Latency.LogNormal(120_000, 300_000), 1_250_000_000L, 10));
        assertThat(world.data()).isEqualTo(new DataLink(50_000_000_000L, new Latency.Uniform(1_000, 3_000), 0));
        assertThat(world.links()).singleElement().satisfies(link -> {
            assertThat(link.bothWays()).isFalse();
            assertThat(link.control())
                    .isEqualTo(new ControlLink(
                            Latency.fixed(40 * MS),
                            ControlLink.DEFAULT.bytesPerSecond(),
                            ControlLink.DEFAULT.highWaterMark()));
            assertThat(link.data()).isNull();
        });
        assertThat(world.dataPlane())
                .isEqualTo(new DataPlane(3 * MS, 2_000, true, false, false, 4 * MS, Long.MAX_VALUE, true, 0));
    }

    @Test
    void describesRequestsAndWarmCaches() {
        World world = one("""
                        peers: {a: {}, b: {}, c: {}}
                        requests:
                          - {id: r1, tokens: 4096, produce: a, consume: b}
                          - {id: r2, at: 2s, prompt: {system: 1024, r2: 16}, source: a, consume: b, output: 7}
                          - {id: r3, at: r2 + 1s, tokens: 16, consume: c, gives_up_after: 300s}
                          - {id: r4, tokens: 16, produce: a, consume: b, dispatch: together, kv_request_id: chat}
                          - {id: r5, tokens: 16, produce: a, consume: b, source: c, dispatch: {after_prefill: 5ms}}
                          - {id: r6, tokens: 16, produce: a, dispatch: {produce: 1s}}
                        warm:
                          a: {system: 1024}
                          b: [{x: 16}, {y: 32, z: 16}]
                        """).world();

        assertThat(world.requests().get(0)).isEqualTo(RequestSpec.pd("r1", 0, Prompt.of("r1", 4096), "a", "b"));
        assertThat(world.requests().get(1).mode()).isEqualTo(Mode.SYMMETRIC);
        assertThat(world.requests().get(1).prompt())
                .isEqualTo(Prompt.of("system", 1024).then("r2", 16));
        assertThat(world.requests().get(1).outputTokens()).isEqualTo(7);
        assertThat(world.requests().get(2).mode()).isEqualTo(Mode.LOCAL);
        assertThat(world.requests().get(2).arrival()).isEqualTo(new Moment.Relative("r2", S));
        assertThat(world.requests().get(2).clientGivesUpAfterNanos()).isEqualTo(300 * S);
        assertThat(world.requests().get(3).dispatch()).isEqualTo(new Dispatch.Together());
        assertThat(world.requests().get(3).kvId()).isEqualTo("chat");
        assertThat(world.requests().get(4).dispatch()).isEqualTo(new Dispatch.AfterPrefill(5 * MS));
        assertThat(world.requests().get(4).mode()).isEqualTo(Mode.PD);
        assertThat(world.requests().get(5).dispatch()).isEqualTo(new Dispatch.Legs(Moment.at(S), null));
        assertThat(world.warm())
                .containsExactly(
                        new WarmCache("a", Prompt.of("system", 1024)),
                        new WarmCache("b", Prompt.of("x", 16)),
                        new WarmCache("b", Prompt.of("y", 32).then("z", 16)));
    }

    @Test
    void describesMoments() {
        World world = one("""
                        peers: {a: {}, b: {}}
                        requests: {id: r1, tokens: 16, consume: a}
                        moments:
                          start: 3s
                          later: start + 1.5s
                          parked: {after: store_parked at a, nth: 2, plus: 5ms}
                          between: {after: write_ended, before: sent transfer_done at a}
                          edge: {edge: load_timeout_pd, of: b, nth: 3, offset: -1ns}
                          filtered: {after: {event: sent fetch, at: b, with: {message.request: r1, message.round: 0}}}
                        heal: {after: peer_down}
                        until: 120s
                        """).world();

        assertThat(world.moments())
                .containsExactly(
                        new NamedMoment("start", Moment.at(3 * S)),
                        new NamedMoment("later", new Moment.Relative("start", 1_500 * MS)),
                        new NamedMoment(
                                "parked",
                                new Moment.After(Boundary.of("store_parked").at("a"), 2, 5 * MS, null)),
                        new NamedMoment(
                                "between",
                                new Moment.After(
                                        Boundary.of("write_ended"),
                                        1,
                                        0,
                                        Boundary.sent("transfer_done").at("a"))),
                        new NamedMoment("edge", new Moment.Edge("load_timeout_pd", "b", 3, -1)),
                        new NamedMoment(
                                "filtered",
                                Moment.after(Boundary.sent("fetch")
                                        .at("b")
                                        .with("message.request", "r1")
                                        .with("message.round", "0"))));
        assertThat(world.heal()).isEqualTo(Moment.after(Boundary.of("peer_down")));
        assertThat(world.end()).isEqualTo(new End.AtTime(120 * S));
    }

    @Test
    void describesFaults() {
        List<FaultSpec> faults = one("""
                        peers: {a: {}, b: {}}
                        faults:
                          - {kill: a, at: 3s, name: death}
                          - {kill: a, plane: data, after: write_ended, nth: 3, plus: 1ms, before: sent transfer_done}
                          - {restart: a, at: death + 1s, down: 2s}
                          - {pause: a, at: 1s, for: 2s}
                          - {partition: [a, b], plane: control, one_way: true, at: 1s, until: 5s}
                          - {partition: a, at: 1s}
                          - {reset: [a, b], at: 1s}
                          - {drop_connection: [a, b], at: 1s}
                          - {stall_step: a, by: 3s, at: 1s}
                          - {drift_clock: a, to: 200ppm, at: 1s}
                          - {step_clock: a, by: 1s, at: 1s}
                          - {delay: {from: a, to: b, type: transfer_done, request: r1}, by: 40ms, at: 1s, for: 1s}
                          - {drop: transfer_done, at: 1s}
                          - {drop: {type: fetch, nth: 2}, at: 1s}
                          - {hold: connect_ack, at: 0s, for: 20s}
                          - {registration: a, of: b, fate: slow, by: 6s, at: 0s}
                          - {registration: a, fate: never, at: 0s}
                          - {writes: {from: a, to: b, nth: 1}, fate: slow, by: 6s, at: 0s}
                          - {writes: {}, fate: reported_failed, at: 0s}
                          - {frame: garbage, as: "10.9.9.9:5710", to: a, at: 1s}
                          - {power_off: a, at: 1s}
                          - {shut_down: a, at: 1s}
                          - {reset_cache: a, at: 1s}
                        """).world().faults();

        assertThat(faults.get(0))
                .isEqualTo(FaultSpec.of(Moment.at(3 * S), new Fault.Kill("a", Plane.BOTH))
                        .named("death"));
        assertThat(faults.get(1))
                .isEqualTo(FaultSpec.of(
                        new Moment.After(Boundary.of("write_ended"), 3, MS, Boundary.sent("transfer_done")),
                        new Fault.Kill("a", Plane.DATA)));
        assertThat(faults.get(2))
                .isEqualTo(FaultSpec.of(new Moment.Relative("death", S), new Fault.Restart("a", 2 * S)));
        assertThat(faults.get(3)).isEqualTo(FaultSpec.lasting(Moment.at(S), 2 * S, new Fault.Pause("a")));
        assertThat(faults.get(4))
                .isEqualTo(FaultSpec.lasting(
                        Moment.at(S), Moment.at(5 * S), new Fault.Partition("a", "b", Plane.CONTROL, true)));
        assertThat(faults.subList(5, faults.size()))
                .extracting(FaultSpec::fault)
                .containsExactly(
                        new Fault.Partition("a", null, Plane.BOTH, false),
                        new Fault.ResetConnection("a", "b"),
                        new Fault.DropConnection("a", "b"),
                        new Fault.StallStep("a", 3 * S),
                        new Fault.DriftClock("a", 200),
                        new Fault.StepClock("a", S),
                        new Fault.DelayMessages(new MessageMatch("a", "b", "transfer_done", "r1"), 40 * MS),
                        new Fault.DropMessage(new MessageMatch(null, null, "transfer_done", null), 0),
                        new Fault.DropMessage(new MessageMatch(null, null, "fetch", null), 2),
                        new Fault.HoldMessages(new MessageMatch(null, null, "connect_ack", null)),
                        new Fault.Registrations("a", "b", RegistrationFate.SLOW, 6 * S),
                        new Fault.Registrations("a", null, RegistrationFate.NEVER, 0),
                        new Fault.Writes(new WriteMatch("a", "b", 1), WriteFate.SLOW, 6 * S),
                        new Fault.Writes(new WriteMatch(null, null, 0), WriteFate.REPORTED_FAILED, 0),
                        new Fault.SendFrame("10.9.9.9:5710", "a", HostileFrame.GARBAGE),
                        new Fault.PowerOff("a"),
                        new Fault.ShutDown("a"),
                        new Fault.ResetCache("a"));
        assertThat(faults)
                .extracting(spec -> (Object) spec.fault().getClass())
                .as("every kind of fault can be written")
                .contains((Object[]) Fault.class.getPermittedSubclasses());
    }

    @Test
    void describesExpectationsAndOutcomes() {
        Scenario scenario = one("""
                profile: {base: vllm-2026-10, load_timeout_symmetric: 5s, name: short}
                peers: {a: {}, b: {}}
                requests: {id: r1, tokens: 16, source: a, consume: b}
                workloads: {w: {arrivals: {every: 1s}, sessions: 3, tokens: 16, consume: b}}
                expect:
                  - {load: r1, ends: failed, within: 11s, not_before: 10s, because: timeout}
                  - {store: r1, nth: 2, ends: ok}
                  - {request: r1, finishes: given_up}
                  - {laws_hold: [I1, I2]}
                  - {law_breaks: I3}
                  - {happens: peer_down at b}
                  - {happens: peer_down, times: 2}
                  - {happens: peer_down, times: {at_most: 3}}
                  - {happens: peer_down, nth: 2, since: sent fetch, within: 1s}
                  - {never: protocol_violated}
                  - {slots_free: everywhere}
                  - {slots_free: b}
                  - {pinned: b, at_most: 9600 slot-s}
                  - {crashes: a}
                  - {survives: b}
                  - {workload: w, finishes: with_remote_kv, at_least: 97.5%, at_most: 3}
                  - {workload: w, finishes: somehow, at_least: 3}
                  - {waits: w, for: end, percentile: 99.9, within: 2s}
                  - {waits: w, not_before: 1s}
                  - {sessions: b, when: at_a_time, at_most: 128}
                  - {sessions: everywhere, at_least: 1}
                under:
                  hardened: {drop: {law_breaks: I3}, expect: {laws_hold: all}}
                  vllm-2026-10: same
                  vllm-2026-08: {breaks: I4, expect: {request: r1, finishes: failed}, why: it is old}
                """);

        Boundary down = Boundary.of("peer_down");
        assertThat(scenario.profile().name()).isEqualTo("short");
        assertThat(scenario.profile().nanos(Rows.LOAD_TIMEOUT_SYMMETRIC)).isEqualTo(5 * S);
        assertThat(scenario.statedProfiles()).containsExactly("short", "hardened", "vllm-2026-10", "vllm-2026-08");
        assertThat(scenario.why()).containsEntry("vllm-2026-08", "it is old");
        assertThat(scenario.world().expectations())
                .containsExactly(
                        new Expectation.LoadEnds("r1", 1, false, new Span(10 * S, 11 * S), "timeout"),
                        new Expectation.StoreEnds("r1", 2, true, Span.ANY, null),
                        new Expectation.RequestFinishes("r1", Finish.GIVEN_UP, Span.ANY),
                        new Expectation.LawsHold(List.of("I1", "I2")),
                        new Expectation.LawBreaks("I3"),
                        new Expectation.Happens(down.at("b"), 1, Long.MAX_VALUE),
                        new Expectation.Happens(down, 2, 2),
                        new Expectation.Happens(down, 0, 3),
                        new Expectation.HappensAfter(down, 2, Boundary.sent("fetch"), Span.within(S)),
                        new Expectation.Happens(Boundary.of("protocol_violated"), 0, 0),
                        new Expectation.SlotsFree(null),
                        new Expectation.SlotsFree("b"),
                        new Expectation.PinnedAtMost("b", 9_600 * S),
                        new Expectation.EngineCrashes("a", true),
                        new Expectation.EngineCrashes("b", false),
                        new Expectation.WorkloadFinishes(
                                "w", Finish.REMOTE_KV, new Portion.Share(9_750), new Portion.Count(3)),
                        new Expectation.WorkloadFinishes("w", null, new Portion.Count(3), null),
                        new Expectation.WorkloadWaits("w", Wait.END, 9_990, Span.within(2 * S)),
                        new Expectation.WorkloadWaits("w", Wait.FIRST_TOKEN, 10_000, new Span(S, Long.MAX_VALUE)),
                        new Expectation.SessionsOpen("b", false, 0, 128),
                        new Expectation.SessionsOpen(null, true, 1, Long.MAX_VALUE));
        assertThat(scenario.world().expectations())
                .extracting(expectation -> (Object) expectation.getClass())
                .as("every kind of expectation can be written")
                .contains((Object[]) Expectation.class.getPermittedSubclasses());
        assertThat(scenario.world().expectations())
                .extracting(ExpectationText::of)
                .doesNotHaveDuplicates()
                .contains(
                        "slots of b are pinned for at most 9600 slot-s",
                        "at least 97.5 % of the requests and at most 3 requests of workload w finish with remote KV",
                        "the 99.9 percentile of waits for the end in workload w is within 2s",
                        "the longest wait for the first token in workload w is not before 1s",
                        "b has at most 128 sessions at a time",
                        "every peer has at least 1 session at the end");
        assertThat(scenario.world().under())
                .containsExactly(
                        new ProfileOutcome(
                                "hardened",
                                List.of(),
                                List.of(new Expectation.LawBreaks("I3")),
                                List.of(new Expectation.LawsHold(List.of()))),
                        new ProfileOutcome("vllm-2026-10", List.of(), List.of()),
                        new ProfileOutcome(
                                "vllm-2026-08",
                                List.of("I4"),
                                List.of(new Expectation.RequestFinishes("r1", Finish.FAILED, Span.ANY))));
    }

    private static Scenario one(String body) {
        List<Scenario> scenarios = read(body);
        assertThat(scenarios).hasSize(1);
        return scenarios.get(0);
    }

    private static List<Scenario> read(String body) {
        return new ScenarioReader(List.of())
                .read(Source.of("test.yaml", "format: 1\nabout: a test\n" + body), "test", "test.yaml");
    }
}
