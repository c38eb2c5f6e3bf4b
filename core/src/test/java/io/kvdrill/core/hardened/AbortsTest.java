package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.storeFailed;
import static io.kvdrill.core.testkit.Jobs.storeHeld;
import static io.kvdrill.core.testkit.Jobs.storeReleased;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ServerEvent;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Aborts that a peer asks for: acknowledged once, and only when nothing of the round can land. */
class AbortsTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);
    private final RequestContext producer = bench.opened(Peers.producer("A"));

    private void fetch(long round, long slot, String... keys) {
        bench.receive(PEER, Peers.fetch("A", round, slot, keys));
    }

    private void end(int write, boolean success) {
        bench.data.end(bench.data.writes().get(write), success);
    }

    private List<Message> sent() {
        return bench.sentTo(PEER);
    }

    @Test
    @Tag("A56")
    @Tag("C20")
    void anAbortWithoutAWriteIsAcknowledgedAtOnceBeforeAndAfterItsFetch() {
        bench.receive(PEER, Peers.abort("A", 0));
        bench.step();
        fetch(0, 40, "a");
        bench.receive(PEER, Peers.abort("A", 0), Peers.abort("A", 0));
        bench.step();
        assertThat(sent()).containsExactly(Peers.aborted("A", 0), Peers.aborted("A", 0), Peers.aborted("A", 0));
    }

    @Test
    @Tag("A57")
    @Tag("A58")
    @Tag("A60")
    @Tag("C3")
    @Tag("C20")
    void anAbortDuringAWriteIsAcknowledgedOnceWhenItHasEnded() {
        TransferJob job = bench.store(producer, "a");
        fetch(0, 40, "a");
        bench.step();
        bench.receive(PEER, Peers.abort("A", 0), Peers.abort("A", 0));
        assertThat(bench.step()).containsExactly(storeHeld(job, false));
        assertThat(sent()).isEmpty();
        end(0, true);
        assertThat(bench.step()).containsExactly(storeReleased(job));
        assertThat(sent()).containsExactly(Peers.aborted("A", 0));
    }

    @Test
    @Tag("A57")
    void aWriteThatAnAbortGivesUpIsSaidToHaveEnded() {
        bench.store(producer, "a");
        fetch(0, 40, "a");
        bench.step();
        end(0, true);
        bench.receive(PEER, Peers.abort("A", 0)).step();
        assertThat(bench.events(ServerEvent.WriteEnded.class))
                .singleElement()
                .satisfies(ended -> assertThat(ended.success()).isFalse());
    }

    @Test
    @Tag("A59")
    void anAbortWhoseWriteDoesNotEndFaultsTheSessionInsteadOfLying() {
        TierBench patient = new TierBench(io.kvdrill.core.profile.Profile.of(Preset.HARDENED)
                        .with(io.kvdrill.core.profile.Rows.STALLED_WRITE_TIMEOUT, Preset.VLLM_2026_08))
                .up(PEER, 1);
        patient.store(patient.opened(Peers.producer("A")), "a");
        patient.receive(PEER, Peers.fetch("A", 0, 40, "a"));
        patient.step();
        patient.receive(PEER, Peers.abort("A", 0)).step();
        patient.advance(9_999).step();
        assertThat(patient.sentTo(PEER)).isEmpty();
        patient.advance(1).step();
        assertThat(patient.sentTo(PEER)).containsExactly(new Message.Disconnect());
        assertThat(patient.tier.peers()).isEmpty();
    }

    @Test
    @Tag("C20")
    void aRoundFetchedAgainWhileItsAbortDrainsIsANewLife() {
        bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        bench.step();
        bench.receive(PEER, Peers.abort("A", 0), Peers.fetch("A", 0, 50, "b"));
        bench.step();
        end(1, true);
        bench.step();
        assertThat(sent()).as("the first life may still write").isEmpty();
        end(0, true);
        bench.step();
        assertThat(sent()).containsExactly(Peers.aborted("A", 0), Peers.done("A", 0, true));
    }

    @Test
    @Tag("C20")
    void anAnswerThatWaitsForAnEarlierLifeIsNotTwoAnswersNorOneAfterAnAbort() {
        bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        bench.step();
        bench.receive(PEER, Peers.abort("A", 0), Peers.fetch("A", 0, 50, "b"));
        bench.step();
        end(1, true);
        bench.step();
        bench.receive(PEER, Peers.abort("A", 0));
        bench.step();
        end(0, true);
        bench.step();
        assertThat(sent()).as("the second life was given up, too").containsExactly(Peers.aborted("A", 0));
        bench.step();
        bench.checkAtRest();
    }

    @Test
    @Tag("C20")
    void aRoundWhoseAnswerWaitsMayNotBeFetchedOnceMore() {
        bench.store(producer, "a", "b", "c");
        fetch(0, 40, "a");
        bench.step();
        bench.receive(PEER, Peers.abort("A", 0), Peers.fetch("A", 0, 50, "b"));
        bench.step();
        end(1, true);
        bench.step();
        bench.receive(PEER, Peers.fetch("A", 0, 60, "c"));
        bench.step();
        assertThat(bench.tier.peers()).as("the session ends").isEmpty();
    }

    @Test
    @Tag("C20")
    void theAbortOfTheNewLifeWaitsForTheWritesOfBoth() {
        bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        bench.step();
        bench.receive(PEER, Peers.abort("A", 0), Peers.fetch("A", 0, 50, "b"));
        bench.step();
        bench.receive(PEER, Peers.abort("A", 0));
        bench.step();
        end(0, true);
        bench.step();
        assertThat(sent()).isEmpty();
        end(1, true);
        bench.step();
        assertThat(sent()).containsExactly(Peers.aborted("A", 0));
    }

    @Test
    @Tag("C20")
    @Tag("C3")
    void aFailedWriteLeavesTheWritesOfAnEarlierLifeOfItsRoundAlone() {
        bench.store(producer, "a", "b");
        fetch(0, 40, "a");
        bench.step();
        bench.receive(PEER, Peers.abort("A", 0), Peers.fetch("A", 0, 50, "b"));
        bench.step();
        end(1, false);
        bench.step();
        assertThat(sent()).isEmpty();
        end(0, true);
        bench.step();
        assertThat(sent()).containsExactly(Peers.aborted("A", 0), Peers.done("A", 0, false));
        bench.step();
        bench.checkAtRest();
    }

    @Test
    @Tag("C20")
    void anAbortAfterDoneAndAfterTheTerminalFetchIsAcknowledged() {
        bench.store(producer, "a");
        fetch(0, 40, "a");
        bench.step();
        end(0, true);
        bench.step();
        bench.receive(PEER, Peers.abort("A", 0), Peers.terminal("A", 1), Peers.abort("A", 1));
        bench.step();
        assertThat(sent()).containsExactly(Peers.done("A", 0, true), Peers.aborted("A", 0), Peers.aborted("A", 1));
    }

    @Test
    @Tag("C14")
    @Tag("C20")
    void aStoreThatLosesItsLastKeyWhileItsAbortedWriteEndsIsSettledAndLeavesNoBinding() {
        fetch(0, 40, "a");
        bench.step();
        TransferJob job = bench.store(producer, "a", "b");
        bench.receive(PEER, Peers.abort("A", 0));
        bench.step();
        bench.store(producer, "b");
        bench.finish(producer);
        end(0, true);
        bench.receive(PEER, Peers.abort("A", 0), Peers.fetch("A", 1, 50, "b"));
        assertThat(bench.step()).contains(storeFailed(job));
        end(1, true);
        bench.step();
        assertThat(bench.tier.sizes().bindings()).isZero();
        bench.checkAtRest();
    }
}
