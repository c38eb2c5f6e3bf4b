package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.loadFailedHeld;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Choices.FailureDomain;
import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Message.AbortFetch;
import io.kvdrill.core.protocol.Message.Connect;
import io.kvdrill.core.protocol.Message.Disconnect;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.trace.ClientEvent.LoadMode;
import io.kvdrill.core.trace.ClientEvent.LoadStalled;
import io.kvdrill.core.trace.ManagerEvent.PeerDown;
import org.junit.jupiter.api.Test;

/** Rows that no preset turns on: an explicit failure domain, and a load that must make progress. */
class WhatIfRowsTest {
    private static final String PEER = "h1:1";
    private static final String SIBLING = "h2:7";
    private static final String NEIGHBOUR = "h1:9";
    private static final long SECOND = 1_000_000_000L;

    private static final Profile HARDENED = Profile.of(Preset.HARDENED);

    private static TierBench sharing() {
        TierBench bench = new TierBench(HARDENED.with(Rows.FAILURE_DOMAIN, FailureDomain.SHARED_FATE));
        return joined(joined(joined(bench, PEER, "pod"), SIBLING, "pod"), NEIGHBOUR, "other");
    }

    private static TierBench joined(TierBench bench, String peer, String domain) {
        Connect plain = Peers.connect(peer, 1L);
        Connect connect = new Connect(
                peer,
                plain.agentMetadata(),
                plain.baseAddress(),
                plain.blockCount(),
                ScriptedData.BLOCK_BYTES,
                plain.fingerprint(),
                plain.hashSeed(),
                plain.epoch(),
                domain);
        bench.receive(peer, connect, Peers.ack(peer, 1L)).step();
        bench.step();
        return bench;
    }

    // ---- failure domain ------------------------------------------------------------------------------------------

    @Test
    void aLostPeerTakesItsDomainWithItWhereverThatRunsAndNobodyElse() {
        TierBench bench = sharing();
        RequestContext sibling = bench.opened(Peers.pd("S", SIBLING));
        RequestContext neighbour = bench.opened(Peers.pd("N", NEIGHBOUR));
        TransferJob lost = bench.load(sibling, "a");
        bench.load(neighbour, "a");

        bench.control.lose(PEER);

        assertThat(bench.step()).containsExactly(loadFailedHeld(lost));
        assertThat(bench.tier.peers()).containsExactly(NEIGHBOUR);
        assertThat(bench.events(PeerDown.class))
                .singleElement()
                .satisfies(down -> assertThat(down.siblings()).isEqualTo(1));
        assertThat(bench.lookup(sibling, "b")).isEqualTo(LookupOutcome.MISS);
    }

    @Test
    void aDomainMayBeDialledAgainAtOnce() {
        TierBench bench = sharing();
        bench.control.lose(PEER);
        bench.step();

        bench.open(Peers.pd("T", SIBLING));

        assertThat(bench.tier.peers()).containsExactly(NEIGHBOUR, SIBLING);
    }

    @Test
    void aGoodbyeSaysNothingOfTheDomain() {
        TierBench bench = sharing();

        bench.receive(PEER, new Disconnect()).step();

        assertThat(bench.tier.peers()).containsExactly(SIBLING, NEIGHBOUR);
    }

    @Test
    void aHandshakeThatNeverEndsSaysNothingOfTheDomain() {
        TierBench bench = sharing();
        bench.control.lose(PEER);
        bench.step();
        joined(bench, SIBLING, "pod");
        bench.open(Peers.pd("T", PEER));

        bench.advance(30_001).step();
        bench.step();

        assertThat(bench.tier.peers()).contains(SIBLING, NEIGHBOUR).doesNotContain(PEER);
    }

    @Test
    void domainsAreIgnoredWhereTheRowSaysSo() {
        TierBench bench = joined(joined(new TierBench(HARDENED), PEER, "pod"), SIBLING, "pod");

        bench.control.lose(PEER);
        bench.step();

        assertThat(bench.tier.peers()).containsExactly(SIBLING);
    }

    // ---- progress ------------------------------------------------------------------------------------------------

    private static TierBench impatient() {
        return new TierBench(HARDENED.with(Rows.LOAD_PROGRESS_TIMEOUT, Long.valueOf(2 * SECOND))).up(PEER, 1);
    }

    @Test
    void aLoadOfWhichNothingLandsIsGivenUpAtItsFirstLook() {
        TierBench bench = impatient();
        TransferJob job = bench.load(bench.opened(Peers.pd("A", PEER)), "a", "b");

        bench.advance(1_999).step();
        assertThat(bench.events(LoadStalled.class)).isEmpty();
        bench.advance(1);

        assertThat(bench.step()).containsExactly(loadFailedHeld(job));
        assertThat(bench.events(LoadStalled.class))
                .containsExactly(new LoadStalled(PEER, "A", job.id(), 0, LoadMode.PD, 2 * SECOND, 2 * SECOND, 0));
        assertThat(bench.sentTo(PEER)).contains(new AbortFetch("A", 0));
    }

    @Test
    void aLoadThatMovesIsLeftAloneUntilItStops() {
        TierBench bench = impatient();
        bench.data.landed(5);
        TransferJob job = bench.load(bench.opened(Peers.pd("A", PEER)), "a", "b");
        bench.data.landed(6);

        assertThat(bench.advance(2_000).step()).isEmpty();

        assertThat(bench.advance(2_000).step()).containsExactly(loadFailedHeld(job));
        assertThat(bench.events(LoadStalled.class)).singleElement().satisfies(stalled -> {
            assertThat(stalled.blocksLanded()).isEqualTo(1);
            assertThat(stalled.ageNanos()).isEqualTo(4 * SECOND);
        });
    }

    @Test
    void whereNobodyCanTellWhatHasLandedOnlyTheDeadlineCounts() {
        TierBench bench = impatient();
        bench.data.landed(-1);
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");

        assertThat(bench.advance(29_999).step()).isEmpty();
        assertThat(bench.advance(1).step()).hasSize(1);
    }

    @Test
    void aLoadThatEndedIsLookedAtNoMore() {
        TierBench bench = impatient();
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        bench.receive(PEER, Peers.done("A", 0, true)).step();

        bench.advance(60_000).step();

        assertThat(bench.events(LoadStalled.class)).isEmpty();
    }
}
