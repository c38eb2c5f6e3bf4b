package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static io.kvdrill.core.testkit.Jobs.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.protocol.WireValue;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import io.kvdrill.core.transport.Registration;
import java.util.ArrayList;
import java.util.List;

/** One short history for each defect: it goes well under {@code hardened}, and breaks where the defect's row is set back. */
final class DefectScenarios {
    static final String PEER = "h1:1";

    private DefectScenarios() {}

    // ---- loads ---------------------------------------------------------------------------------------------------

    static void loadTimesOut(TierBench bench) {
        bench.up(PEER, 1);
        bench.load(bench.opened(Peers.pd("A", PEER)), "a");
        bench.advance(30_000).step();
    }

    static void abortIsNeverAcknowledged(TierBench bench) {
        loadTimesOut(bench);
        bench.data.holdFences(true);
        bench.advance(15_000).step();
    }

    static void requestFinishesDuringItsLoad(TierBench bench) {
        bench.up(PEER, 1);
        RequestContext request = bench.opened(Peers.pd("A", PEER));
        bench.load(request, "a");
        bench.finish(request);
        bench.step();
        bench.advance(30_000).step();
    }

    static void failureAfterTheRequest(TierBench bench) {
        bench.up(PEER, 1);
        RequestContext request = bench.opened(Peers.pd("A", PEER));
        bench.load(request, "a");
        bench.finish(request);
        bench.step();
        assertThat(bench.tier.sizes().failedIds()).isZero();
    }

    // ---- lookups -------------------------------------------------------------------------------------------------

    static void lookupDuringTheHandshake(TierBench bench) {
        RequestContext request = bench.opened(Peers.symmetric("A", PEER));
        assertThat(bench.lookup(request, "a")).isEqualTo(LookupOutcome.MISS);
    }

    static void peerDoesNotAnswer(TierBench bench) {
        bench.up(PEER, 1);
        RequestContext request = bench.opened(Peers.symmetric("A", PEER));
        bench.lookup(request, "a");
        bench.scheduleEnd();
        bench.advance(60_000).step();
        assertThat(bench.lookup(request, "a")).isEqualTo(LookupOutcome.MISS);
    }

    static void lateAnswer(TierBench bench) {
        bench.up(PEER, 1);
        RequestContext request = bench.opened(Peers.symmetric("A", PEER));
        for (int round = 0; round < 2; round++) {
            assertThat(bench.lookup(request, "a")).isEqualTo(LookupOutcome.RETRY);
            bench.scheduleEnd();
            bench.receive(PEER, Peers.answer("A", 0L, true, "a")).step();
            if (round == 0) {
                bench.load(request, "a");
            }
        }
        assertThat(bench.lookup(request, "a")).isEqualTo(LookupOutcome.RETRY);
    }

    static void unconfirmedKey(TierBench bench) {
        bench.up(PEER, 1);
        RequestContext request = bench.opened(Peers.symmetric("A", PEER));
        bench.lookup(request, "a");
        bench.load(request, "a");
        assertThat(bench.step()).hasSize(1);
    }

    // ---- serving -------------------------------------------------------------------------------------------------

    private static TransferJob storeAndFetch(TierBench bench, String... fetched) {
        bench.up(PEER, 1);
        TransferJob job = bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 0, 40, fetched)).step();
        return job;
    }

    private static void endWrites(TierBench bench) {
        bench.data.inFlight().forEach(write -> bench.data.end(write, true));
    }

    /** A parked store is refused in the sweep in which the session is closed with its host. */
    static void settledThenClosed(TierBench bench) {
        bench.up(PEER, 1).up("h1:2", 1);
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.data.refuseWrites(PEER, true);
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a"));
        bench.control.lose("h1:2");
        bench.step();
        bench.advance(30_000).step();
    }

    static void lostDuringAWrite(TierBench bench) {
        storeAndFetch(bench, "a");
        bench.control.lose(PEER);
        bench.step();
        endWrites(bench);
        bench.step();
        bench.step();
        bench.checkAtRest();
    }

    static void abortDuringAWrite(TierBench bench) {
        storeAndFetch(bench, "a");
        bench.receive(PEER, Peers.abort("A", 0)).step();
        bench.advance(10_000).step();
    }

    static void fetchAfterTheStoreTimeout(TierBench bench) {
        storeAndFetch(bench, "b");
        bench.advance(30_000).step();
        bench.receive(PEER, Peers.fetch("A", 1, 50, "a")).step();
    }

    static void secondRound(TierBench bench) {
        bench.up(PEER, 1);
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 1, 40, "a")).step();
        assertThat(bench.data.inFlight()).hasSize(1);
    }

    static void throwingWrite(TierBench bench) {
        bench.up(PEER, 1);
        RequestContext producer = bench.opened(Peers.producer("A"));
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        bench.data.throwOnWrite(PEER, true);
        bench.store(producer, "a");
    }

    static void duplicateKeys(TierBench bench) {
        storeAndFetch(bench, "a", "a");
        endWrites(bench);
        bench.step();
        bench.advance(120_000).step();
        bench.checkAtRest();
    }

    static void refetchWhileAborting(TierBench bench) {
        bench.up(PEER, 1);
        bench.store(bench.opened(Peers.producer("A")), "a", "b");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        bench.receive(PEER, Peers.abort("A", 0), Peers.fetch("A", 0, 50, "b")).step();
        endWrites(bench);
        bench.step();
        bench.step();
        bench.checkAtRest();
    }

    static void fetchBesideItsLookup(TierBench bench) {
        bench.up(PEER, 1);
        bench.receive(PEER, Peers.lookup("A", 0, "a"), Peers.fetch("A", 0, 40, "a"))
                .step();
        assertThat(bench.sentTo(PEER)).contains(Peers.done("A", 0, false));
    }

    static void writeEndsAtTheStoreDeadline(TierBench bench) {
        TransferJob job = storeAndFetch(bench, "a");
        bench.advance(30_000);
        endWrites(bench);
        assertThat(bench.step()).containsExactly(stored(job));
    }

    static void terminalFetchDuringAWrite(TierBench bench) {
        storeAndFetch(bench, "a");
        bench.receive(PEER, Peers.terminal("A", 1)).step();
        bench.step();
    }

    static void siblingFails(TierBench bench) {
        bench.up(PEER, 1);
        RequestContext producer = bench.opened(Peers.producer("A"));
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a", "b")).step();
        bench.store(producer, "a");
        bench.store(producer, "b");
        bench.data.end(bench.data.inFlight().get(0), false);
        bench.step();
    }

    static void demandThatNobodyMeets(TierBench bench) {
        bench.up(PEER, 1);
        bench.receive(PEER, Peers.fetch("Z", 0, 40, "a")).step();
        bench.advance(600_000).step();
        bench.checkAtRest();
    }

    static void writeStalls(TierBench bench) {
        storeAndFetch(bench, "a");
        bench.advance(60_000).step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    // ---- handshakes ----------------------------------------------------------------------------------------------

    static void registrationFails(TierBench bench) {
        bench.data.settleAs(PEER, Registration.State.FAILED);
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        bench.step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    static void acknowledgementBeforeConnect(TierBench bench) {
        bench.open(Peers.pd("A", PEER));
        bench.receive(PEER, Peers.ack(PEER, null)).step();
        assertThat(bench.lookup(bench.opened(Peers.pd("B", PEER)), "a")).isEqualTo(LookupOutcome.MISS);
    }

    static void neverAcknowledged(TierBench bench) {
        bench.open(Peers.pd("A", PEER));
        bench.advance(60_000).step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    static void fetchBeforeConnect(TierBench bench) {
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        assertThat(bench.sentTo(PEER)).contains(new Message.Disconnect());
    }

    static void peerRestarts(TierBench bench) {
        bench.up(PEER, 1).up(PEER, 2);
        assertThat(bench.lookup(bench.opened(Peers.pd("A", PEER)), "a")).isEqualTo(LookupOutcome.HIT);
    }

    static void peerReconnectsBeforeItsDeathIsSwept(TierBench bench) {
        bench.up(PEER);
        dieUnswept(bench);
        bench.receive(PEER, Peers.connect(PEER, null)).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
    }

    /** The session dies in a call of the engine; the next sweep will find it so. */
    static void dieUnswept(TierBench bench) {
        bench.control.failSends(PEER, true);
        bench.load(bench.opened(Peers.pd("dead", PEER)), "a");
        bench.control.failSends(PEER, false);
    }

    static void connectCannotBeSent(TierBench bench) {
        bench.control.failSends(PEER, true);
        bench.open(Peers.pd("A", PEER));
        bench.step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    // ---- hostility -----------------------------------------------------------------------------------------------

    /** A message with another value in one field. */
    static RawPayload broken(Message message, String field, WireValue instead) {
        List<WireValue.Entry> entries = new ArrayList<>();
        for (WireValue.Entry entry : MessageCodec.toWire(message).entries()) {
            boolean broken = entry.key().equals(new WireValue.Text(field));
            entries.add(broken ? new WireValue.Entry(entry.key(), instead) : entry);
        }
        return new RawPayload(new WireValue.Mapping(entries), 100);
    }

    static RawPayload keyThatIsText() {
        WireValue text = new WireValue.Array(List.of(new WireValue.Text("a")));
        return broken(Peers.fetch("A", 0, 40, "a"), "keys", text);
    }

    static void keyThatIsText(TierBench bench) {
        bench.up(PEER, 1);
        bench.receive(PEER, keyThatIsText()).step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    static void indexBeyondTheRegion(TierBench bench) {
        bench.up(PEER, 1);
        bench.receive(PEER, Peers.fetch("A", 0, Peers.BLOCKS, "a")).step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    static void identityWithoutAPort(TierBench bench) {
        bench.receive("nocolon", Peers.connect("nocolon", null)).step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    // ---- bookkeeping ---------------------------------------------------------------------------------------------

    static void storeUnderAReapedId(TierBench bench) {
        RequestContext producer = bench.opened(Peers.producer("A"));
        bench.store(producer, "a");
        bench.advance(60_000).step();
        bench.store(producer, "b");
    }

    static void terminalFetchBinds(TierBench bench) {
        bench.up(PEER, 1);
        bench.receive(PEER, Peers.terminal("A", 0)).step();
        assertThat(bench.tier.sizes().bindings()).isZero();
    }

    static void drainWithParkedStores(TierBench bench) {
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.drain();
        assertThat(bench.poll()).hasSize(1);
    }

    static void combinedRequestFinishes(TierBench bench) {
        bench.up(PEER, 1);
        RequestContext both = bench.opened(Peers.combined("S", PEER, "D"));
        bench.receive(PEER, Peers.fetch("D", 0, 40, "z")).step();
        bench.finish(both);
        assertThat(bench.sentTo(PEER)).contains(Peers.done("D", 0, false));
    }

    static void producerFinishesBeforeTheFetch(TierBench bench) {
        bench.up(PEER, 1);
        RequestContext producer = bench.opened(Peers.producer("A"));
        bench.store(producer, "a");
        bench.finish(producer);
        bench.receive(PEER, Peers.fetch("A", 0, 40, "z")).step();
        assertThat(bench.sentTo(PEER)).contains(Peers.done("A", 0, false));
    }

    static void idleWithParkedDemand(TierBench bench) {
        bench.up(PEER, 1);
        bench.parent.set(key("a"), LookupOutcome.HIT);
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        bench.advance(300_000).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
    }
}
