package io.kvdrill.core.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Rules;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedControl;
import io.kvdrill.core.testkit.ScriptedData;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.trace.TraceSink;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The seed of block hashes, and when it is asked for. */
class HashSeedsTest {

    @Test
    @Tag("A21")
    void whereNothingIsSetTheDefaultIsAnnounced() {
        assertThat(HashSeeds.of(Map.of())).isEqualTo("vllm-none-hash");
    }

    @Test
    @Tag("A22")
    void whatIsSetIsAnnouncedAlsoWhereItIsEmpty() {
        assertThat(HashSeeds.of(Map.of("PYTHONHASHSEED", "42"))).isEqualTo("42");
        assertThat(HashSeeds.of(Map.of("PYTHONHASHSEED", ""))).isEmpty();
    }

    @Test
    @Tag("A23")
    void theSeedIsAskedForWhenTheFirstSessionOpensAndNotAgain() {
        AtomicInteger asked = new AtomicInteger();
        TierManager tier = new TierManager(
                new TierConfig(TierBench.LOCAL, Peers.FINGERPRINT, () -> "seed" + asked.incrementAndGet()),
                new Rules(Profile.of(Preset.HARDENED)),
                new ScriptedControl(),
                new ScriptedData(TierBench.FENCING),
                () -> 7,
                TraceSink.none());
        tier.getFinishedJobs(0);
        assertThat(asked).hasValue(0);
        tier.onNewRequest(0, Peers.pd("A", "h1:1"));
        tier.onNewRequest(0, Peers.pd("B", "h2:1"));
        assertThat(asked).hasValue(1);
    }
}
