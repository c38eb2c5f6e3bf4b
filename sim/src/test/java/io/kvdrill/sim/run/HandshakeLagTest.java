package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.PROMPT;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.events;
import static io.kvdrill.sim.run.Worlds.run;
import static io.kvdrill.sim.run.Worlds.twoPeers;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.kernel.HostEvent;
import io.kvdrill.sim.world.ControlLink;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.Fault.RegistrationFate;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Latency;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Field cases F5 and F28: the first request meets a handshake that is slow, or never ends. */
class HandshakeLagTest {
    private static WorldBuilder slowRegistration(long nanos) {
        return twoPeers("handshake-lag")
                .warm("prefill", PROMPT)
                .requests(RequestSpec.symmetric("r1", 0, PROMPT, "prefill", "decode"))
                .fault(Moment.at(0), new Fault.Registrations("prefill", "decode", RegistrationFate.SLOW, nanos));
    }

    @ParameterizedTest
    @EnumSource(
            value = Preset.class,
            names = {"VLLM_2026_10", "HARDENED"})
    void sinceOctoberARequestDoesNotWaitForASlowRegistration(Preset preset) {
        World world = slowRegistration(5 * SECOND)
                .requests(RequestSpec.symmetric("r2", 6 * SECOND, PROMPT.then("q", 64), "prefill", "decode"))
                .expect(new Expectation.RequestFinishes("r1", Finish.LOCAL_PREFILL, Span.within(SECOND)))
                .build();
        RunResult result = run(world, preset);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
        assertThat(events(result, HostEvent.HostStalled.class)).isEmpty();
    }

    @Test
    void inAugustItWaitsAndTheProducersThreadStandsStill() {
        World world = slowRegistration(5 * SECOND)
                .expect(new Expectation.RequestFinishes("r1", Finish.REMOTE_KV, new Span(5 * SECOND, 6 * SECOND)))
                .build();
        RunResult result = run(world, Preset.VLLM_2026_08);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
        assertThat(events(result, HostEvent.HostStalled.class))
                .anySatisfy(stall -> assertThat(stall.nanos()).isGreaterThan(5 * SECOND));
    }

    private static World neverAcknowledged() {
        return twoPeers("handshake-never")
                .warm("prefill", PROMPT)
                .requests(
                        RequestSpec.symmetric("r1", 0, PROMPT, "prefill", "decode")
                                .givenUpAfter(120 * SECOND),
                        RequestSpec.symmetric("r2", 60 * SECOND, PROMPT.then("q", 64), "prefill", "decode")
                                .givenUpAfter(120 * SECOND))
                .fault(
                        Moment.at(0),
                        new Fault.DropMessage(new Fault.MessageMatch("prefill", "decode", "connect_ack", null), 0))
                .build();
    }

    @Test
    void inAugustARequestWaitsForAnAcknowledgementUntilItsClientGivesUp() {
        RunResult result = run(neverAcknowledged(), Preset.VLLM_2026_08);
        assertThat(result.request("r1").finish()).isEqualTo(Finish.GIVEN_UP);
        assertThat(result.request("r2").finish()).isEqualTo(Finish.GIVEN_UP);
    }

    @ParameterizedTest
    @EnumSource(
            value = Preset.class,
            names = {"VLLM_2026_10", "HARDENED"})
    void sinceOctoberTheHandshakeEndsAfterThirtySeconds(Preset preset) {
        RunResult result = run(neverAcknowledged(), preset);
        assertThat(result.request("r1").finish()).isEqualTo(Finish.LOCAL_PREFILL);
        assertThat(result.request("r2").finish()).isEqualTo(Finish.LOCAL_PREFILL);
        assertThat(events(result, SessionEvent.SessionDied.class))
                .anySatisfy(died -> assertThat(died.reason()).contains("handshake"));
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aLateAcknowledgementStillMakesTheSessionUsable(Preset preset) {
        World world = twoPeers("handshake-late")
                .warm("prefill", PROMPT)
                .requests(
                        RequestSpec.symmetric("r1", 0, PROMPT, "prefill", "decode"),
                        RequestSpec.symmetric("r2", 20 * SECOND, PROMPT.then("q", 64), "prefill", "decode"))
                .fault(FaultSpec.lasting(
                        Moment.at(0),
                        9_500 * MILLI,
                        new Fault.HoldMessages(new Fault.MessageMatch("prefill", "decode", "connect_ack", null))))
                .build();
        RunResult result = run(world, preset);
        boolean waits = preset == Preset.VLLM_2026_08 || preset == Preset.CONFORMANCE_2026_10;
        assertThat(result.request("r1").finish())
                .as(() -> Worlds.dump(result))
                .isEqualTo(waits ? Finish.REMOTE_KV : Finish.LOCAL_PREFILL);
        assertThat(events(result, SessionEvent.SessionReady.class).size()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void aLostAcknowledgementLeavesNoSideReadyAlone() {
        World world = twoPeers("handshake-half")
                .requests(RequestSpec.symmetric("r1", 0, PROMPT, "prefill", "decode"))
                .fault(
                        Moment.at(0),
                        new Fault.DropMessage(new Fault.MessageMatch("prefill", "decode", "connect_ack", null), 1))
                .build();
        RunResult result = run(world, Preset.HARDENED);
        assertThat(events(result, SessionEvent.SessionReady.class)).hasSize(1);
        assertThat(events(result, SessionEvent.SessionDied.class))
                .extracting(SessionEvent.SessionDied::reason)
                .satisfiesExactly(
                        first -> assertThat(first).contains("handshake not complete"),
                        second -> assertThat(second).isEqualTo("peer disconnected"));
    }

    /** Around the moment at which one side has given up and the other has just registered it. */
    @ParameterizedTest
    @ValueSource(longs = {29_960, 29_980, 30_000})
    void peersWhoseRegistrationTakesTooLongDoNotReconnectForEver(long registrationMillis) {
        World world = twoPeers("handshake-too-slow")
                .control(new ControlLink(Latency.fixed(40 * MILLI), 0, 1_000))
                .requests(RequestSpec.symmetric("r1", 0, PROMPT, "prefill", "decode"))
                .fault(
                        Moment.at(0),
                        new Fault.Registrations("prefill", null, RegistrationFate.SLOW, registrationMillis * MILLI))
                .fault(
                        Moment.at(0),
                        new Fault.Registrations("decode", null, RegistrationFate.SLOW, registrationMillis * MILLI))
                .build();
        RunResult result = run(world, Preset.HARDENED);
        assertThat(result.end().detail()).as(() -> Worlds.dump(result)).isEqualTo("no event is pending");
        assertThat(events(result, SessionEvent.SessionOpened.class)).hasSizeLessThanOrEqualTo(2);
    }
}
