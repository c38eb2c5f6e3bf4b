package io.kvdrill.core.numbers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A quantile")
class QuantileTest {
    @ParameterizedTest
    @CsvSource({
        "1, 5000, 1",
        "2, 5000, 1",
        "3, 5000, 2",
        "4, 5000, 2",
        "100, 9900, 99",
        "101, 9900, 100",
        "7, 10000, 7",
        "7, 1, 1",
        "10000, 9999, 9999"
    })
    void isTheSmallestNumberThatSoManyDoNotExceed(int count, int perTenThousand, long expected) {
        List<Long> sorted = LongStream.rangeClosed(1, count).boxed().toList();
        assertThat(Quantile.ofSorted(sorted, perTenThousand)).isEqualTo(expected);
    }

    @Test
    void isRefusedOfNoNumbersAndOutsideOfItsRange() {
        assertThatThrownBy(() -> Quantile.ofSorted(List.of(), Quantile.MEDIAN)).hasMessageContaining("of 0 numbers");
        assertThatThrownBy(() -> Quantile.ofSorted(List.of(1L), 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Quantile.ofSorted(List.of(1L), 10_001)).isInstanceOf(IllegalArgumentException.class);
    }
}
