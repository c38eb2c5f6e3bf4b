package io.kvdrill.core.hardened;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.trace.ManagerEvent.ReconnectDeferred;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dials to a peer whose data path has failed are put off, longer each time, until it works again. */
class ReconnectsTest {
    private static final String PEER = "h1:1";
    private static final long SECOND = 1_000_000_000L;

    private final TierBench bench = new TierBench(Preset.HARDENED);

    /** A write to a peer that has acknowledged us stalls; answers how long dials are put off. */
    private long fault(String peer) {
        bench.up(peer, 1);
        return stall(peer);
    }

    private long stall(String peer) {
        RequestContext producer = bench.opened(Peers.producer("A"));
        bench.store(producer, "a");
        bench.receive(peer, Peers.fetch("A", 0, 40, "a")).step();
        bench.advance(5_000).step();
        assertThat(bench.tier.peers()).doesNotContain(peer);
        bench.step();
        bench.finish(producer);
        List<ReconnectDeferred> deferred = bench.events(ReconnectDeferred.class);
        return deferred.get(deferred.size() - 1).nanos();
    }

    private boolean dialled(String peer) {
        RequestContext request = bench.opened(Peers.pd("Z", peer));
        boolean open = bench.tier.peers().contains(peer);
        bench.finish(request);
        return open;
    }

    @Test
    void aFaultedPeerIsDialledAgainWhenItsWaitIsOverAndNotBefore() {
        long until = bench.now() + 5 * SECOND + fault(PEER);
        bench.advanceTo(until - 1);
        assertThat(dialled(PEER)).isFalse();
        bench.advanceTo(until);
        assertThat(dialled(PEER)).isTrue();
    }

    @Test
    void theWaitIsDrawnBetweenHalfTheBackoffAndTheWholeOfIt() {
        List<Long> waits = List.of(fault("h1:1"), fault("h2:1"), fault("h3:1"));
        assertThat(waits).doesNotHaveDuplicates().allMatch(wait -> wait > SECOND / 2 && wait < SECOND);
    }

    @Test
    void aPeerThatNeverAcknowledgesUsWaitsTwiceAsLongEachTimeAndHalfAMinuteAtMost() {
        for (int fault = 0; fault < 8; fault++) {
            bench.receive(PEER, Peers.connect(PEER, 1L)).step();
            bench.step();
            long whole = Math.min(SECOND << fault, 30 * SECOND);
            assertThat(stall(PEER)).isBetween(whole / 2, whole);
        }
    }

    @Test
    void aPeerThatWorksAgainStartsWithTheShortestWait() {
        fault(PEER);
        assertThat(bench.tier.sizes().deferredPeers()).isEqualTo(1);
        bench.up(PEER, 1);
        assertThat(bench.tier.sizes().deferredPeers()).isZero();
        assertThat(fault(PEER)).isLessThan(SECOND);
    }

    @Test
    void theEndOfAnEarlierFaultDoesNotEndTheWaitOfALaterOne() {
        long first = fault(PEER);
        long forgotten = bench.now() + first + 30 * SECOND;
        bench.advanceTo(forgotten - 5 * SECOND - SECOND / 4);
        fault(PEER);
        bench.advanceTo(forgotten).step();
        assertThat(bench.tier.sizes().deferredPeers()).isEqualTo(1);
        assertThat(dialled(PEER)).isFalse();
    }
}
