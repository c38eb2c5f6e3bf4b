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
