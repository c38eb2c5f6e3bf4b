package io.kvdrill.sim.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.sim.world.Expectation.Finish;
import io.kvdrill.sim.world.Expectation.Span;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorldTest {
    private static final Expectation REMOTE = new Expectation.RequestFinishes("r1", Finish.REMOTE_KV, Span.ANY);
    private static final Expectation LOCAL = new Expectation.RequestFinishes("r1", Finish.LOCAL_PREFILL, Span.ANY);
    private static final Expectation LOAD = new Expectation.LoadEnds("r1", 1, true, Span.ANY, null);
    private static final Expectation CRASH = new Expectation.EngineCrashes("a", true);

    private static final World WORLD = World.called("w")
            .peers(PeerSpec.of("a", "10.0.0.1"))
            .expect(REMOTE, LOAD)
            .under("vllm-2026-08", List.of("I2"), LOCAL, CRASH)
            .build();

    @Test
    void aProfilesExpectationReplacesTheOneAboutTheSameThing() {
        assertThat(WORLD.expectationsUnder("vllm-2026-08")).containsExactlyInAnyOrder(LOCAL, LOAD, CRASH);
        assertThat(WORLD.expectationsUnder("hardened")).containsExactly(REMOTE, LOAD);
    }

    @Test
    void lawsAreDeclaredBrokenByProfileOrByExpectation() {
        assertThat(WORLD.brokenUnder("vllm-2026-08")).containsExactly("I2");
        assertThat(WORLD.brokenUnder("hardened")).isEmpty();
        World breaking =
                World.called("w").expect(new Expectation.LawBreaks("I4")).build();
        assertThat(breaking.brokenUnder("hardened")).containsExactly("I4");
    }

    @Test
    void aPeersIdIsItsHostAndItsPortWithTheRankAdded() {
        assertThat(WORLD.peer("a").id()).isEqualTo("10.0.0.1:5710");
        PeerSpec spec = WORLD.peer("a");
        PeerSpec ranked = new PeerSpec(
                "a7",
                spec.host(),
                7777,
                7,
                spec.slots(),
                spec.prefillTokensPerSecond(),
                spec.prefillChunkTokens(),
                spec.stepNanos(),
                spec.idleTickNanos(),
                0,
                spec.gpuCopyBytesPerSecond(),
                "",
                "",
                null,
                0,
                0);
        assertThat(ranked.id()).isEqualTo("10.0.0.1:7784");
    }

    @Test
    void askingForAPeerThatDoesNotExistIsRefused() {
        assertThatThrownBy(() -> WORLD.peer("b")).isInstanceOf(IllegalArgumentException.class);
    }
}
