package io.kvdrill.core.manager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.manager.TransferParams.Destination;
import io.kvdrill.core.manager.TransferParams.Malformed;
import io.kvdrill.core.manager.TransferParams.Source;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a request's parameters ask for, and which values count as none, as Python judges them. */
class TransferParamsTest {

    private static TransferParams source(Object host, Object port, Object request) {
        return TransferParams.parse(
                Map.of("remote_kv_source", Map.of("remote_host", host, "remote_port", port, "kv_request_id", request)));
    }

    static Stream<Object> none() {
        return Stream.of("", 0, 0.0, false, List.of(), Map.of());
    }

    static Stream<Object> strange() {
        return Stream.of(1, 0.5, true, List.of(1), Map.of("a", 1), new Object());
    }

    @Test
    void aSourceIsAnIdAndAnAddress() {
        assertThat(source("h1", 7, "A")).isEqualTo(new TransferParams(new Source("A", "h1:7", true), null));
    }

    @ParameterizedTest
    @MethodSource("none")
    void aSourceThatLacksAnythingIsNone(Object none) {
        assertThat(source(none, 7, "A")).isEqualTo(TransferParams.NONE);
        assertThat(source("h1", none, "A")).isEqualTo(TransferParams.NONE);
        assertThat(source("h1", 7, none)).isEqualTo(TransferParams.NONE);
    }

    @ParameterizedTest
    @MethodSource("strange")
    void anIdThatIsNoTextIsRefused(Object strange) {
        assertThatThrownBy(() -> source("h1", 7, strange))
                .isInstanceOf(Malformed.class)
                .hasMessage("remote_kv_source.kv_request_id is not text: " + strange);
    }

    @ParameterizedTest
    @MethodSource("strange")
    void aHostMayBeAnythingThatIsNotNone(Object strange) {
        Source source = source(strange, 7, "A").source();
        assertThat(source).isNotNull();
        assertThat(source.peer()).isEqualTo(strange + ":7");
    }

    @Test
    void aDestinationMayBeNameless() {
        assertThat(TransferParams.parse(Map.of("remote_decoder", Map.of())).destination())
                .isEqualTo(new Destination(null));
        assertThat(TransferParams.parse(null)).isEqualTo(TransferParams.NONE);
        assertThat(TransferParams.parse(Map.of())).isEqualTo(TransferParams.NONE);
    }
}
