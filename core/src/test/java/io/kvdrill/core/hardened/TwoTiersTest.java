package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.testkit.Jobs;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.ScriptedControl;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.LookupOutcome;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TierResult;
import io.kvdrill.core.tier.TransferJob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two tiers that talk to each other, under whichever profiles. */
class TwoTiersTest {
    private static final String LEFT = "left:1";
    private static final String RIGHT = "right:1";

    private final List<TierResult> results = new ArrayList<>();

    private void exchange(TierBench left, TierBench right) {
        for (int i = 0; i < 8; i++) {
            for (TierBench bench : List.of(left, right)) {
                results.addAll(bench.step());
                for (ScriptedControl.Sent sent : bench.control.takeSent()) {
                    (bench == left ? right : left).receive(bench == left ? LEFT : RIGHT, sent.message());
                }
                bench.data.inFlight().forEach(write -> bench.data.end(write, true));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    @Tag("A160")
    void loadFromEachOther(Preset preset) {
        TierBench left = new TierBench(preset);
        TierBench right = new TierBench(Preset.HARDENED);
        RequestContext leftLoads = left.opened(Peers.pd("L", RIGHT));
        RequestContext rightLoads = right.opened(Peers.pd("R", LEFT));
        exchange(left, right);
        TransferJob loadL = left.load(leftLoads, "a");
        TransferJob storeL = right.store(right.opened(Peers.producer("L")), "a");
        TransferJob loadR = right.load(rightLoads, "b");
        TransferJob storeR = left.store(left.opened(Peers.producer("R")), "b");
        exchange(left, right);
        assertThat(results)
                .containsExactlyInAnyOrder(
                        Jobs.loaded(loadL), Jobs.stored(storeL), Jobs.loaded(loadR), Jobs.stored(storeR));
    }

    @ParameterizedTest
    @EnumSource(Preset.class)
    @Tag("A160")
    void askEachOtherFirst(Preset preset) {
        TierBench left = new TierBench(Preset.HARDENED);
        TierBench right = new TierBench(preset);
        right.parent.set(key("a"), LookupOutcome.HIT);
        RequestContext asks = left.opened(Peers.symmetric("S", RIGHT));
        exchange(left, right);
        left.lookup(asks, "a");
        left.lookup(asks, "b");
        exchange(left, right);
        assertThat(left.lookup(asks, "a")).isEqualTo(LookupOutcome.HIT);
        assertThat(left.lookup(asks, "b")).isEqualTo(LookupOutcome.MISS);
        TransferJob load = left.load(asks, "a");
        exchange(left, right);
        left.finish(asks);
        exchange(left, right);
        assertThat(results).contains(Jobs.loaded(load)).hasSize(2);
    }
}
