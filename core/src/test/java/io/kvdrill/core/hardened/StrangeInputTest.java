package io.kvdrill.core.hardened;

import static io.kvdrill.core.testkit.Jobs.loadFailed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.testkit.Peers;
import io.kvdrill.core.testkit.TierBench;
import io.kvdrill.core.tier.RequestContext;
import io.kvdrill.core.tier.TransferJob;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients and identities may say that no peer can be made of. */
class StrangeInputTest {
    private static final String PEER = "h1:1";

    private final TierBench bench = new TierBench(Preset.HARDENED).up(PEER, 1);

    @ParameterizedTest
    @ValueSource(strings = {"", "nocolon", ":1", "h1:", "h1:0", "h1:65536", "h1:port", "h0:1", "h1:1:x", "h1:-1"})
    @Tag("C10")
    void identitiesThatNobodyCanDialAreRefused(String identity) {
        int before = bench.tier.peers().size();
        bench.receive(identity, Peers.connect(identity, null), Peers.ack(identity, null));
        assertThatCode(bench::step).doesNotThrowAnyException();
        assertThat(bench.tier.peers()).hasSize(before);
    }

    @Test
    @Tag("C10")
    void anIdentityOf256BytesIsAPeerLikeAnyOther() {
        String identity = "h".repeat(252) + ":123";
        bench.up(identity);
        assertThat(bench.tier.peers()).contains(identity);
    }

    @Test
    @Tag("C19")
    void parametersOfTheWrongTypeAreNoneAtAll() {
        for (Object strange : Arrays.asList(1, "text", List.of(1), Double.NaN, "\ud800")) {
            for (String role : List.of("remote_prefiller", "remote_kv_source", "remote_decoder")) {
                RequestContext whole = Peers.plain(role, strange);
                RequestContext inside = Peers.plain(
                        role, Map.of("kv_request_id", strange, "remote_host", strange, "remote_port", strange));
                for (RequestContext request : List.of(whole, inside)) {
                    assertThatCode(() -> {
                                bench.open(request);
                                bench.lookup(request, "a");
                                bench.load(request, "a");
                                bench.store(request, "a");
                                bench.step();
                                bench.finish(request);
                            })
                            .doesNotThrowAnyException();
                }
            }
        }
        assertThat(bench.tier.sizes().liveRequests()).isZero();
    }

    @Test
    @Tag("C19")
    void anEmptyPrefillerHidesAKvSource() {
        RequestContext request = Peers.plain(
                "remote_prefiller",
                Map.of(),
                "remote_kv_source",
                Map.of("kv_request_id", "A", "remote_host", "h1", "remote_port", 1));
        bench.open(request);
        TransferJob job = bench.load(request, "a");
        assertThat(bench.step()).containsExactly(loadFailed(job));
    }

    @Test
    void textThatNoMessageCanCarryIsRefusedBeforeItIsSent() {
        RequestContext request = bench.opened(Peers.pd("half\ud800", PEER));
        TransferJob job = bench.load(request, "a");
        assertThat(bench.step()).containsExactly(loadFailed(job));
        assertThat(bench.sentTo(PEER)).isEmpty();
    }
}
