package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.manager.MapSizes;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import io.kvdrill.core.tier.SecondaryTier.StepOutcome;
import org.junit.jupiter.api.Test;

/** After a shutdown nothing is left, whatever was there: no map holds anything, and no deadline asks for a sweep. */
class ShutdownTest {
    private static final String PEER = "h1:1";
    private static final String OTHER = "h2:1";

    private final TierBench bench = new TierBench(Preset.HARDENED);

    private void shutDown() {
        for (int i = 0; i < 10 && bench.tier.shutdownStep(bench.now()) == StepOutcome.AGAIN; i++) {
            bench.advance(1_000);
        }
        bench.tier.getFinishedJobs(bench.now());
        assertThat(bench.control.closed()).isTrue();
    }

    private void checkNothingIsLeft() {
        assertThat(bench.tier.nextDeadlineNanos())
                .as("nothing asks for a sweep")
                .isGreaterThan(bench.now());
        MapSizes left = bench.tier.sizes();
        assertThat(left).isEqualTo(new MapSizes(0, 0, 0, 0, 0, left.liveRequests(), 0, left.epochs(), 0, 0, 0));
        bench.tier.getFinishedJobs(bench.advance(200_000).now());
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(SecondaryTier.NO_DEADLINE);
    }

    @Test
    void ofATierThatServesLeavesNothing() {
        bench.up(PEER, 1);
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a"), Peers.fetch("B", 0, 50, "b"))
                .step();
        bench.parent.set(key("c"), LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("C", 0, "c")).step();
        shutDown();
        checkNothingIsLeft();
    }

    @Test
    void ofATierThatRemembersReapedIdsLeavesNothing() {
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.advance(60_000).step();
        assertThat(bench.tier.sizes().reapedIds()).isEqualTo(1);
        bench.store(bench.opened(Peers.producer("B")), "b");
        assertThat(bench.tier.sizes().parkedIds()).isEqualTo(1);
        shutDown();
        assertThat(bench.tier.sizes().reapedIds()).isZero();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(SecondaryTier.NO_DEADLINE);
        checkNothingIsLeft();
    }

    @Test
    void ofATierThatLoadsAndHasFailedRequestsLeavesNothing() {
        bench.up(PEER, 1).up(OTHER, 1);
        RequestContext failing = bench.opened(Peers.pd("A", PEER));
        bench.load(failing, "a");
        bench.control.lose(PEER);
        bench.step();
        assertThat(bench.tier.sizes().failedIds()).isEqualTo(1);
        bench.lookup(bench.opened(Peers.symmetric("B", OTHER)), "b");
        bench.scheduleEnd();
        bench.step();
        shutDown();
        checkNothingIsLeft();
    }

    @Test
    void ofATierThatOwesTheEndsOfLookupsLeavesNothing() {
        bench.up(PEER, 1);
        bench.parent.set(key("c"), LookupOutcome.HIT_PENDING);
        bench.receive(PEER, Peers.lookup("C", 0, "c")).step();
        bench.receive(PEER, Peers.lookup("D", 0, "c"));
        bench.control.lose(PEER);
        bench.poll();
        shutDown();
        checkNothingIsLeft();
    }

    @Test
    void ofATierThatIsAskedAndWasNotServedLeavesNothing() {
        bench.up(PEER, 1);
        bench.receive(PEER, Peers.lookup("C", 0, "c")).poll();
        shutDown();
        checkNothingIsLeft();
    }
}
