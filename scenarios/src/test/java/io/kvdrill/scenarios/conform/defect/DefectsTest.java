package io.kvdrill.scenarios.conform.defect;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.core.profile.Preset;
import io.kvdrill.core.profile.Profile;
import io.kvdrill.core.profile.Row;
import io.kvdrill.scenarios.conform.DefectRows;
import io.kvdrill.scenarios.conform.Recorded;
import io.kvdrill.scenarios.conform.vector.ConformanceVector;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What vLLM was recorded doing wrong, our tier does wrong under the same preset, and right under {@code hardened}. */
class DefectsTest {

    @ParameterizedTest
    @EnumSource(Defect.class)
    void isReproducedUnderTheRecordedPreset(Defect defect) {
        ConformanceVector vector = Recorded.vector(defect.vector());
        assertThat(vector.defects()).contains(defect.id());
        assertThat(defect.shows(
                        Transcript.of(vector, Profile.of(vector.reference().preset()))))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(Defect.class)
    void isGoneUnderHardened(Defect defect) {
        ConformanceVector vector = Recorded.vector(defect.vector());
        assertThat(defect.shows(Transcript.of(vector, Profile.of(Preset.HARDENED))))
                .isFalse();
    }

    /** So that a step of the vector which hardened never reaches cannot pass for a cure. */
    @ParameterizedTest
    @EnumSource(Defect.class)
    void isCuredByTheRowsThatAreSaidToCureIt(Defect defect) {
        ConformanceVector vector = Recorded.vector(defect.vector());
        Profile profile = Profile.of(vector.reference().preset());
        for (Row<?> row : DefectRows.of(defect.id())) {
            profile = profile.with(row, Preset.HARDENED);
        }
        assertThat(defect.shows(Transcript.of(vector, profile))).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Defect.class)
    void isCuredByItsFirstRowAlone(Defect defect) {
        ConformanceVector vector = Recorded.vector(defect.vector());
        Row<?> row = DefectRows.of(defect.id()).get(0);
        Profile profile = Profile.of(vector.reference().preset()).with(row, Preset.HARDENED);
        assertThat(defect.shows(Transcript.of(vector, profile))).isFalse();
    }

    @Test
    void noDefectIsLeftOut() {
        assertThat(Arrays.stream(Defect.values()).map(Defect::id)).containsExactlyElementsOf(DefectRows.ids());
    }
}
