package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.SecondaryTier.StepOutcome;
import io.kvdrill.core.trace.ManagerEvent.DrainForced;
import io.kvdrill.core.trace.ManagerEvent.DrainWarning;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What drain and shutdown wait for, for how long, and what they do when they have waited long enough. */
class DrainTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(
                    Profile.of(Preset.HARDENED).with(Rows.STALLED_WRITE_TIMEOUT, Preset.VLLM_2026_08))
            .up(PEER, 1);

    private ScriptedData.Write write() {
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        return bench.data.inFlight().get(0);
    }

    private StepOutcome shutdownStep() {
        return bench.tier.shutdownStep(bench.now());
    }

    private int sessionLostDuringItsWrite() {
        bench.data.holdFences(true);
        bench.control.lose(PEER);
        bench.step();
        return bench.tier.sizes().retiredSessions();
    }

    // ---- drain ---------------------------------------------------------------------------------------------------

    @Test
    @Tag("C13")
    void aDrainJudgesAFetchThatWaitedForTheNextServeWindowAndWaitsForItsWrite() {
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.parent.set(key("b"), LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("A", 0, "a", "b")).step();
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        assertThat(bench.data.writes()).isEmpty();
        assertThat(bench.drainStep()).isEqualTo(StepOutcome.AGAIN);
        bench.data.end(bench.data.inFlight().get(0), true);
        assertThat(bench.drainStep()).isEqualTo(StepOutcome.DONE);
        assertThat(bench.poll()).hasSize(1);
        bench.checkDrained();
    }

    @Test
    @Tag("C13")
    void aDrainThatHasWaitedLongEnoughClosesWhatIsNotSettled() {
        write();
        bench.up("h2:1", 1);
        bench.data.holdFences(true);
        bench.drainStep();
        bench.advance(29_999);
        assertThat(bench.drainStep()).isEqualTo(StepOutcome.AGAIN);
        assertThat(bench.tier.peers()).containsExactly(PEER, "h2:1");
        bench.advance(1);
        assertThat(bench.drainStep()).isEqualTo(StepOutcome.DONE);
        assertThat(bench.tier.peers()).containsExactly("h2:1");
        assertThat(bench.events(DrainForced.class)).containsExactly(new DrainForced("drain", 1, 0));
    }

    @Test
    void aDrainWarnsOnceWhenItIsOlderThanFiveSeconds() {
        ScriptedData.Write write = write();
        bench.drainStep();
        bench.advance(5_000).drainStep();
        assertThat(bench.events(DrainWarning.class)).isEmpty();
        bench.advanceTo(bench.now() + 1).drainStep();
        bench.advance(1_000).drainStep();
        assertThat(bench.events(DrainWarning.class)).containsExactly(new DrainWarning(5_000_000_001L, 1));
        bench.data.end(write, true);
        assertThat(bench.drainStep()).isEqualTo(StepOutcome.DONE);
        assertThat(bench.events(DrainForced.class)).isEmpty();
    }

    // ---- shutdown ------------------------------------------------------------------------------------------------

    @Test
    void aShutdownWaitsForTheWritesOfClosedSessionsToo() {
        ScriptedData.Write write = write();
        assertThat(sessionLostDuringItsWrite()).isEqualTo(1);
        assertThat(shutdownStep()).isEqualTo(StepOutcome.AGAIN);
        bench.data.end(write, true);
        assertThat(shutdownStep()).isEqualTo(StepOutcome.DONE);
    }

    @Test
    void aShutdownIsOverAtOnceWhereEveryWriteHasEnded() {
        bench.data.end(write(), true);
        assertThat(shutdownStep()).isEqualTo(StepOutcome.DONE);
        assertThat(bench.events(DrainForced.class)).isEmpty();
    }

    @Test
    void aShutdownThatHasWaitedLongEnoughForgetsTheWritesThatRun() {
        ScriptedData.Write write = write();
        shutdownStep();
        bench.advance(2_999);
        assertThat(shutdownStep()).isEqualTo(StepOutcome.AGAIN);
        bench.advance(1);
        assertThat(shutdownStep()).isEqualTo(StepOutcome.DONE);
        assertThat(bench.events(DrainForced.class)).containsExactly(new DrainForced("shutdown", 1, 0));
        bench.data.end(write, true);
        assertThat(bench.data.quiet())
                .as("nobody is told of a write that was forgotten")
                .isTrue();
    }
}
