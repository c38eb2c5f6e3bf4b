package io.kvdrill.scenarios.conform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Row;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DefectRowsTest {

    @ParameterizedTest
    @MethodSource("ids")
    void everyDefectHasARowThatHardenedSetsOtherwise(String id) {
        List<Row<?>> rows = DefectRows.of(id);
        assertThat(rows).isNotEmpty();
        assertThat(rows.get(0).value(Preset.HARDENED)).isNotEqualTo(rows.get(0).value(Preset.VLLM_2026_08));
    }

    @Test
    void everyDefectOfTheVectorsIsKnown() {
        Set<String> used = new TreeSet<>();
        Recorded.all().forEach(vector -> used.addAll(vector.defects()));
        assertThat(used).isEqualTo(new TreeSet<>(DefectRows.ids()));
    }

    @Test
    void anUnknownDefectIsRefused() {
        assertThatThrownBy(() -> DefectRows.of("no-such"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("unpin-on-close");
    }

    static Stream<String> ids() {
        return DefectRows.ids().stream();
    }
}
