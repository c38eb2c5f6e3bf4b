package io.kvdrill.core.hardened;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.trace.SessionEvent.IdentityCollision;
import io.kvdrill.core.trace.SessionEvent.IncarnationReplaced;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many lives of a peer are remembered, and for how long. */
class EpochsTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED);

    /** Life n starts n seconds after the first one, which is 0. */
    private void lives(int last) {
        for (long life = 0; life <= last; life++) {
            bench.up(PEER, life).advance(1_000);
        }
    }

    @Test
    @Tag("C11")
    void theLastEightLivesThatWereReplacedAreRefusedAndEarlierOnesAreNot() {
        lives(9); // 0 to 8 are over, and 0 is one too many
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        assertThat(bench.events(IdentityCollision.class)).containsExactly(new IdentityCollision(PEER, 1));
        bench.receive(PEER, Peers.connect(PEER, 0L)).step();
        assertThat(bench.events(IdentityCollision.class)).hasSize(1);
        assertThat(bench.events(IncarnationReplaced.class))
                .hasSize(10)
                .last()
                .isEqualTo(new IncarnationReplaced(PEER, 9, 0));
    }

    @Test
    @Tag("C11")
    void aLifeThatWasForgottenEarlyIsRememberedForItsWholeTimeWhenItIsReplacedAgain() {
        lives(9);
        bench.up(PEER, 0);
        bench.advance(1_000).up(PEER, 10); // life 0 is over for the second time, 11 s after the first
        bench.advance(80_000).step();
        bench.receive(PEER, Peers.connect(PEER, 0L)).step();
        assertThat(bench.events(IdentityCollision.class)).containsExactly(new IdentityCollision(PEER, 0));
    }

    @Test
    @Tag("C11")
    void theLifeOfAPeerThatIsHereIsNotForgotten() {
        bench.up(PEER, 1);
        bench.control.lose(PEER);
        bench.step();
        bench.advance(89_999).up(PEER, 1);
        bench.advance(1).step();
        assertThat(bench.tier.sizes().epochs()).isEqualTo(1);
        bench.advance(200_000).step();
        assertThat(bench.tier.sizes().epochs()).isEqualTo(1);
    }

    @Test
    @Tag("C11")
    void aReplacedLifeIsRefusedUntilItsRetentionEndsAndNoLonger() {
        bench.up(PEER, 1).up(PEER, 2);
        bench.advance(89_999).receive(PEER, Peers.connect(PEER, 1L)).step();
        assertThat(bench.events(IdentityCollision.class)).hasSize(1);
        bench.advance(1).step();
        bench.receive(PEER, Peers.connect(PEER, 1L)).step();
        assertThat(bench.events(IdentityCollision.class)).hasSize(1);
        assertThat(bench.events(IncarnationReplaced.class)).hasSize(2);
    }
}
