package io.kvdrill.core.hardened;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rows;
import io.kvdrill.core.protocol.Bytes;
import io.kvdrill.core.protocol.Message;
import io.kvdrill.core.protocol.MessageCodec;
import io.kvdrill.core.protocol.RawPayload;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.SecondaryTier;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What one peer may pile up, and that what is over costs nothing more. */
class LimitsTest {
    private static final String PEER = "h1:1";
    private static final Profile SMALL = Profile.of(Preset.HARDENED)
            .with(Rows.MAX_QUEUED_MESSAGES_PER_PEER, 3L)
            .with(Rows.MAX_OPEN_IDS_PER_PEER, 4L);

    private final TierBench bench = new TierBench(SMALL);

    @Test
    void lookupsThatWaitAreCounted() {
        bench.up(PEER, 1);
        for (int round = 0; round < 3; round++) {
            bench.receive(PEER, Peers.lookup("A", round, "a"));
        }
        bench.poll();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        bench.receive(PEER, Peers.lookup("A", 3, "a")).poll();
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    void aPeerIsToldOfASessionForWhichTooManyMessagesWait() {
        for (int i = 0; i < 3; i++) {
            bench.load(bench.opened(Peers.pd("A" + i, PEER)), "a");
        }
        assertThat(bench.sentTo(PEER)).noneMatch(message -> message instanceof Message.Disconnect);
        bench.load(bench.opened(Peers.pd("B", PEER)), "a");
        assertThat(bench.sentTo(PEER)).containsExactly(new Message.Disconnect());
        bench.poll();
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    void fetchesThatWaitAreCountedAndAnsweredOnesAreNot() {
        bench.up(PEER, 1);
        for (int round = 0; round < 3; round++) {
            bench.receive(PEER, Peers.fetch("A", round, 10L * round, "a"));
        }
        bench.receive(PEER, Peers.abort("A", 0), Peers.fetch("A", 3, 30, "a")).step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        bench.receive(PEER, Peers.fetch("A", 4, 40, "a")).step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    void idsThatAreOpenAreCounted() {
        bench.up(PEER, 1);
        bench.receive(PEER, Peers.lookup("A", 0, "a"), Peers.lookup("B", 0, "a"), Peers.fetch("C", 0, 1, "a"));
        bench.receive(PEER, Peers.fetch("D", 0, 2, "a")).poll();
        bench.receive(PEER, Peers.fetch("D", 1, 3, "a")).poll(); // which is open
        assertThat(bench.tier.peers()).containsExactly(PEER);
        bench.receive(PEER, Peers.fetch("E", 0, 3, "a")).poll();
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    void aPeerCannotAnnounceItselfForEver() {
        for (int time = 0; time < 5; time++) {
            bench.receive(
                    PEER,
                    new Message.Connect(
                            PEER,
                            Bytes.of(new byte[] {(byte) time}),
                            4096,
                            64,
                            ScriptedData.BLOCK_BYTES,
                            Peers.FINGERPRINT,
                            Peers.HASH_SEED,
                            1L));
            bench.step();
            assertThat(bench.tier.peers()).hasSize(time < 4 ? 1 : 0);
        }
    }

    @Test
    void messagesThatWaitForAHandshakeAreCounted() {
        RequestContext request = bench.opened(Peers.pd("A", PEER));
        for (int load = 0; load < 3; load++) {
            bench.load(request, "a");
        }
        bench.step();
        assertThat(bench.tier.peers()).containsExactly(PEER);
        bench.load(request, "a");
        bench.step();
        assertThat(bench.tier.peers()).isEmpty();
    }

    @Test
    void aMessageMayBeAsLongAsTheLimitAndNoLonger() {
        Message message = Peers.lookup("A", 0, "a", "b", "c");
        int bytes = MessageCodec.encodedBytes(message);
        for (int tooMany = 0; tooMany <= 1; tooMany++) {
            TierBench tight =
                    new TierBench(SMALL.with(Rows.MAX_MESSAGE_SIZE, (long) bytes - tooMany + 200)).up(PEER, 1);
            assertThat(tight.tier.peers()).containsExactly(PEER);
            tight.receive(PEER, new RawPayload(MessageCodec.toWire(message), bytes + 200))
                    .step();
            assertThat(tight.tier.peers()).hasSize(1 - tooMany);
        }
    }

    @Test
    void messagesAreMeasuredAsTheyWouldBeSent() {
        String[] many = new String[100];
        Arrays.fill(many, "a");
        Message message = Peers.lookup("A", 0, many);
        int bytes = MessageCodec.encodedBytes(message);
        for (int tooMany = 0; tooMany <= 1; tooMany++) {
            TierBench tight = new TierBench(SMALL.with(Rows.MAX_MESSAGE_SIZE, (long) bytes - tooMany)).up(PEER, 1);
            tight.receive(PEER, message).step();
            assertThat(tight.tier.peers()).hasSize(1 - tooMany);
        }
    }

    @Test
    void aWriteThatEndsAfterItsSessionAsksForNoFurtherSweep() {
        bench.up(PEER, 1);
        bench.store(bench.opened(Peers.producer("A")), "a");
        bench.receive(PEER, Peers.fetch("A", 0, 40, "a")).step();
        bench.data.holdFences(true);
        bench.control.lose(PEER);
        bench.step();
        bench.data.end(bench.data.inFlight().get(0), true);
        assertThat(bench.step()).hasSize(1);
        bench.advance(200_000).step();
        assertThat(bench.tier.nextDeadlineNanos()).isEqualTo(SecondaryTier.NO_DEADLINE);
    }
}
