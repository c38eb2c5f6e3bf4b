package io.kvdrill.core.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.manager.TierOptions.Dialect;
import io.kvdrill.core.tier.TierFailure;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A tier's settings, from options and environment. */
class TierOptionsTest {

    private static TierOptions parse(Map<String, ?> options, int dataParallelIndex) {
        return TierOptions.parse(options, Map.of(), dataParallelIndex, Dialect.OCTOBER_2026);
    }

    @Test
    @Tag("A104")
    @Tag("A105")
    void theDataParallelIndexIsAddedToTheDefaultPortAndToAGivenOne() {
        assertThat(parse(Map.of(), 3).localId()).isEqualTo("localhost:5713");
        assertThat(parse(Map.of("port", 7000), 3).localId()).isEqualTo("localhost:7003");
        assertThat(parse(Map.of("port", "7000"), 3).bindPort()).isEqualTo(7003);
    }

    @Test
    @Tag("B10")
    void theUnboundStoreTimeoutMayBeAnyPositiveNumberOfSeconds() {
        assertThat(parse(Map.of(), 0).unboundStoreTimeoutSeconds()).isEqualTo(60);
        for (Object value : List.of(1, 0.5, "2.5", true, "inf")) {
            assertThat(parse(Map.of("unbound_store_timeout_s", value), 0).unboundStoreTimeoutSeconds())
                    .isPositive();
        }
    }

    @Test
    @Tag("B10")
    void anotherUnboundStoreTimeoutIsRefusedByNameAndValue() {
        for (Object value : List.of(0, -1, false, Double.NaN, "nan", "soon", List.of())) {
            assertThatThrownBy(() -> parse(Map.of("unbound_store_timeout_s", value), 0))
                    .isInstanceOf(TierFailure.class)
                    .hasMessageContaining("unbound_store_timeout_s")
                    .hasMessageContaining(String.valueOf(value));
        }
        Map<String, Object> none = new HashMap<>();
        none.put("unbound_store_timeout_s", null);
        assertThatThrownBy(() -> parse(none, 0)).isInstanceOf(TierFailure.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "", "7000.5"})
    void aPortThatIsNoWholeNumberIsRefused(String port) {
        assertThatThrownBy(() -> parse(Map.of("port", port), 0))
                .isInstanceOf(TierFailure.class)
                .hasMessageContaining("port must be a whole number");
    }

    @Test
    void hostAndPortComeFromTheOptionsElseFromTheEnvironment() {
        Map<String, String> environment =
                Map.of("VLLM_P2P_SIDE_CHANNEL_HOST", "h7", "VLLM_P2P_SIDE_CHANNEL_PORT", " 7001 ");
        TierOptions named = TierOptions.parse(Map.of("host", "h8"), environment, 0, Dialect.OCTOBER_2026);
        assertThat(named.localId()).isEqualTo("h8:7001");
        assertThat(named.bindHost()).isEqualTo("h8");
        assertThat(TierOptions.parse(Map.of("port", 9), environment, 0, Dialect.OCTOBER_2026)
                        .localId())
                .isEqualTo("h7:9");
    }

    @Test
    void threadsAreAWholeNumberAndFourUnlessGiven() {
        assertThat(parse(Map.of(), 0).threads()).isEqualTo(4);
        assertThat(parse(Map.of("num_threads", "2"), 0).threads()).isEqualTo(2);
        assertThatThrownBy(() -> parse(Map.of("num_threads", "many"), 0))
                .hasMessage("num_threads must be a whole number, not 'many'");
    }

    @Test
    void backendsMatterOnlyWhereOneIsNotUcx() {
        assertThat(parse(Map.of(), 0).backends()).isNull();
        assertThat(parse(Map.of("backends", "GDS"), 0).backends()).isNull();
        assertThat(parse(Map.of("backends", List.of("UCX")), 0).backends()).isNull();
        assertThat(parse(Map.of("backends", List.of("UCX", "GDS")), 0).backends())
                .containsExactly("UCX", "GDS");
    }

    @Test
    void aBackpressureDetectorIsRefusedFromOctoberOn() {
        Map<String, ?> detector = Map.of("backpressure_detector", true);
        assertThatThrownBy(() -> parse(detector, 0))
                .isInstanceOf(TierFailure.class)
                .hasMessageContaining("backpressure");
        assertThat(TierOptions.parse(detector, Map.of(), 0, Dialect.AUGUST_2026).threads())
                .isEqualTo(4);
    }

    @Test
    void augustKnowsNoUnboundStoreTimeout() {
        Map<String, ?> option = Map.of("unbound_store_timeout_s", 1);
        assertThat(TierOptions.parse(option, Map.of(), 0, Dialect.AUGUST_2026).unboundStoreTimeoutSeconds())
                .isEqualTo(60);
    }
}
