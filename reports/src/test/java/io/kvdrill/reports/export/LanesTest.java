package io.kvdrill.reports.export;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Lanes")
class LanesTest {
    private final Lanes lanes = new Lanes();

    @Test
    void keepApartWhatOverlapsAndUseALaneAgainAsSoonAsItIsFree() {
        assertThat(lanes.place("loads", 0, 10)).isZero();
        assertThat(lanes.place("loads", 5, 20)).isEqualTo(1);
        assertThat(lanes.place("loads", 9, 12)).isEqualTo(2);
        assertThat(lanes.place("loads", 10, 30)).isZero();
    }

    @Test
    void ofOtherGroupsAreFree() {
        assertThat(lanes.place("loads", 0, 10)).isZero();
        assertThat(lanes.place("stores", 5, 20)).isZero();
    }

    @Test
    void keepApartMomentsOfTheSameTime() {
        assertThat(lanes.place("messages", 7, 7)).isZero();
        assertThat(lanes.place("messages", 7, 7)).isEqualTo(1);
        assertThat(lanes.place("messages", 8, 8)).isZero();
    }
}
