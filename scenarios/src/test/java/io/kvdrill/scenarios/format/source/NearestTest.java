package io.kvdrill.scenarios.format.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The nearest name")
class NearestTest {
    private static final List<String> NAMES = List.of("prefill", "prefill_chunk", "port", "slots", "step", "host");

    @ParameterizedTest
    @CsvSource({
        "prefil, prefill",
        "PREFILL, prefill",
        "prefill-chunk, prefill_chunk",
        "soltS, slots",
        "setp, step",
        "prefill_chunks, prefill_chunk"
    })
    void isFoundByEdits(String written, String meant) {
        assertThat(Nearest.to(written, NAMES)).contains(meant);
    }

    @Test
    void isRatherAWholeNameThatWasCutShort() {
        List<String> names = List.of("load_timed_out", "load_timeout_pd", "load_timeout_result", "unload_timeout");
        assertThat(Nearest.to("load_timeout", names)).contains("load_timeout_pd");
        assertThat(Nearest.several("load_timeout", names, 3))
                .containsExactly("load_timeout_pd", "load_timeout_result", "load_timed_out");
    }

    @Test
    void isOneOfSeveralThatHaveTheWord() {
        List<String> names = List.of("peers.death_seen", "depth", "peer-death", "deathless", "birth");
        assertThat(Nearest.several("death", names, 9))
                .containsExactly("deathless", "peers.death_seen", "peer-death", "depth");
        assertThat(Nearest.several("", names, 9)).isEmpty();
        assertThat(Nearest.several("xyz", names, 9)).isEmpty();
    }

    @Test
    void isNoneWhereNothingIsNear() {
        assertThat(Nearest.to("bandwidth", NAMES)).isEmpty();
        assertThat(Nearest.to("x".repeat(10_000), NAMES)).isEmpty();
    }

    @Test
    void givesWayToAListOfAllNames() {
        assertThat(Nearest.suggestion("bandwidth", NAMES))
                .isEqualTo("one of: prefill, prefill_chunk, port, slots, step, host");
    }
}
