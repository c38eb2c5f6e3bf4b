package io.kvdrill.sim.run;

import static io.kvdrill.sim.run.Worlds.PROMPT;
import static io.kvdrill.sim.run.Worlds.SECOND;
import static io.kvdrill.sim.run.Worlds.events;
import static io.kvdrill.sim.run.Worlds.run;
import static io.kvdrill.sim.run.Worlds.twoAcquainted;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.sim.engine.EngineEvent;
import io.kvdrill.sim.world.Dispatch;
import io.kvdrill.sim.world.Expectation;
import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import io.kvdrill.sim.world.RequestSpec;
import io.kvdrill.sim.world.World;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests whose blocks come from a peer while nothing goes wrong, under every preset. */
class HappyPathTest {

    private static void assertAsStated(RunResult result) {
        assertThat(result.reasons()).as(() -> Worlds.dump(result)).isEmpty();
        assertThat(result.verdict()).isEqualTo(Verdict.AS_STATED);
        assertThat(result.missedMoments()).isEmpty();
        assertThat(events(result, EngineEvent.BlocksRead.class))
                .allSatisfy(read -> assertThat(read.found()).isEmpty());
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aPdRequestDecodesWithTheBlocksThatItsProducerWrote(Preset preset) {
        World world = twoAcquainted("pd")
                .requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode"))
                .expect(
                        new Expectation.RequestFinishes("r1", Finish.REMOTE_KV, Span.within(SECOND)),
                        new Expectation.LoadEnds("r1", 1, true, Span.within(SECOND / 10), null),
                        new Expectation.StoreEnds("r1", 1, true, Span.within(SECOND), null),
                        new Expectation.SlotsFree(null))
                .build();
        RunResult result = run(world, preset);
        assertAsStated(result);
        assertThat(result.request("r1").remoteBlocks()).isEqualTo(256);
        assertThat(result.request("r1").producedTokens()).isEqualTo(4096);
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aPdRequestWhoseLegsLeaveTogetherIsServedAsItsProducerComputes(Preset preset) {
        World world = twoAcquainted("pd-together")
                .requests(RequestSpec.pd("r1", SECOND, PROMPT, "prefill", "decode")
                        .dispatched(new Dispatch.Together()))
                .expect(
                        new Expectation.RequestFinishes("r1", Finish.REMOTE_KV, Span.within(SECOND)),
                        new Expectation.SlotsFree(null))
                .build();
        assertAsStated(run(world, preset));
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    void aSymmetricRequestProbesAndFetchesWhatItsSourceHas(Preset preset) {
        World world = twoAcquainted("symmetric")
                .warm("prefill", PROMPT)
                .requests(RequestSpec.symmetric("r1", SECOND, PROMPT.then("follow-up", 64), "prefill", "decode"))
                .expect(
                        new Expectation.RequestFinishes("r1", Finish.REMOTE_KV, Span.within(SECOND)),
                        new Expectation.LoadEnds("r1", 1, true, Span.within(SECOND / 10), null),
                        new Expectation.SlotsFree(null))
                .build();
        RunResult result = run(world, preset);
        assertAsStated(result);
        assertThat(result.request("r1").remoteBlocks()).isEqualTo(256);
        assertThat(result.request("r1").computedTokens()).isEqualTo(64);
    }
}
