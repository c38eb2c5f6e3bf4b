package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.MILLI;
import static io.kvdrill.sim.run.Worlds.PROMPT;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.events;
import static io.kvdrill.sim.run.Worlds.run;
import static io.kvdrill.sim.run.Worlds.twoAcquainted;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.trace.ManagerEvent;
import io.kvdrill.core.trace.SessionEvent;
import io.kvdrill.sim.world.Boundary;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.Fault;
import io.kvdrill.sim.world.FaultSpec;
import io.kvdrill.sim.world.Moment;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import io.kvdrill.sim.world.WorldBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Field case F25: stores that nobody fetches in time, and fetches and stores that come around their expiry. */
class UnboundStoreExpiryTest {
    /** Half of the round trip: what a held frame still takes once it is let go. */
    private static final long ONE_WAY = 60_000;

    private static final Boundary PARKED = Boundary.of("store_parked").at("prefill");
    private static final Boundary REAPED = Boundary.of("parked_stores_reaped").at("prefill");

    /** The consumer asks at 50 s, and its fetch is held until this long after the park. */
    private static WorldBuilder fetchArrives(long nanosAfterPark) {
        return twoAcquainted("unbound-store-expiry")
                .requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode")
                        .dispatched(new Dispatch.Legs(Moment.at(SECOND), Moment.at(50 * SECOND))))
                .fault(FaultSpec.lasting(
                        Moment.at(2 * SECOND),
                        Moment.after(PARKED, nanosAfterPark - ONE_WAY),
                        new Fault.HoldMessages(new Fault.MessageMatch("decode", "prefill", "fetch", null))));
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aFetchShortlyBeforeTheExpiryGetsTheBlocks(Preset preset) {
        World world = fetchArrives(59_900 * MILLI)
                .expect(
                        new Expectation.RequestFinishes("r1", Finish.REMOTE_KV, Span.within(62 * SECOND)),
                        new Expectation.StoreEnds("r1", 1, true, Span.within(61 * SECOND), null))
                .build();
        RunResult result = run(world, preset);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
        assertThat(events(result, ManagerEvent.ParkedStoresReaped.class)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aFetchAtTheExpiryWinsBecauseASweepHandlesMessagesFirst(Preset preset) {
        World world = fetchArrives(60_000 * MILLI)
                .expect(new Expectation.RequestFinishes("r1", Finish.REMOTE_KV, Span.within(62 * SECOND)))
                .build();
        RunResult result = run(world, preset);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"VLLM_2026_08, 40", "VLLM_2026_10, 11", "HARDENED, 11", "CONFORMANCE_2026_10, 11"})
    void aFetchAfterTheExpiryIsRefusedInARoundTripSinceOctober(Preset preset, long seconds) {
        World world = fetchArrives(60_100 * MILLI)
                .expect(
                        new Expectation.RequestFinishes("r1", Finish.LOCAL_PREFILL, Span.ANY),
                        new Expectation.StoreEnds(
                                "r1", 1, false, new Span(60 * SECOND, 60_010 * MILLI), "nobody fetched"),
                        new Expectation.LoadEnds("r1", 1, false, Span.within(seconds * SECOND + SECOND), null))
                .build();
        RunResult result = run(world, preset);
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
    }

    private static World secondStore(long secondsAfterReap) {
        return twoAcquainted("second-store")
                .requests(
                        RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode")
                                .dispatched(new Dispatch.Legs(Moment.at(SECOND), null)),
                        RequestSpec.pd("r2", SECOND, PROMPT.then("more", 320), "prefill", "decode")
                                .calling("r1")
                                .dispatched(new Dispatch.Legs(Moment.after(REAPED, secondsAfterReap * SECOND), null)))
                .build();
    }

    @ParameterizedTest
    @EnumSource(
            value = Preset.class,
            names = {"VLLM_2026_10", "HARDENED"})
    void aSecondStoreWithinRetentionIsRefused(Preset preset) {
        RunResult result = run(secondStore(5), preset);
        assertThat(events(result, ManagerEvent.ReapedIdRefused.class)).isNotEmpty();
        assertThat(events(result, ManagerEvent.StoreParked.class)).hasSize(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Preset.class,
            names = {"VLLM_2026_10", "HARDENED"})
    void aSecondStoreAfterRetentionIsParkedAgain(Preset preset) {
        RunResult result = run(secondStore(95), preset);
        assertThat(events(result, ManagerEvent.ReapedIdForgotten.class)).isNotEmpty();
        assertThat(events(result, ManagerEvent.StoreParked.class).size()).isGreaterThan(1);
    }

    @ParameterizedTest
    @EnumSource(
            value = Preset.class,
            names = {"VLLM_2026_10", "HARDENED"})
    void aFetchWithinRetentionIsAnsweredAtOnceAndOneAfterItWaits(Preset preset) {
        for (long secondsAfterReap : new long[] {30, 100}) {
            World world = twoAcquainted("late-fetch")
                    .requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode")
                            .dispatched(new Dispatch.Legs(
                                    Moment.at(SECOND), Moment.after(REAPED, secondsAfterReap * SECOND))))
                    .build();
            RunResult result = run(world, preset);
            long waited = result.request("r1").firstTokenNanos() - timeOfFetch(result);
            if (secondsAfterReap == 30) {
                assertThat(waited).isLessThan(SECOND);
            } else {
                assertThat(waited).isBetween(30 * SECOND, 31 * SECOND);
            }
        }
    }

    private static long timeOfFetch(RunResult result) {
        return result.trace().entries().stream()
                .filter(entry -> entry.event() instanceof SessionEvent.MessageSent sent
                        && sent.message() instanceof io.kvdrill.core.protocol.Message.Fetch fetch
                        && fetch.request().equals("r1"))
                .findFirst()
                .orElseThrow()
                .worldNanos();
    }
}
