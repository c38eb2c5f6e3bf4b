package io.kvdrill.reports.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a page says")
class WordsTest {
    @Test
    void writesAllLengthsOfTimeAlike() {
        assertThat(Words.abridged("failed at age 30.002s: aborted")).isEqualTo("failed at age 30.002 s: aborted");
        assertThat(Words.abridged("open 30358 ms after its filing")).isEqualTo("open 30.358 s after its filing");
        assertThat(Words.abridged("after 3.540 s")).isEqualTo("after 3.54 s");
        assertThat(Words.abridged("at 881.316132582s")).isEqualTo("at 881.316132582 s");
        assertThat(Words.abridged("peer p-2s, 5 steps, 99999999999999999999999s"))
                .isEqualTo("peer p-2s, 5 steps, 99999999999999999999999 s");
    }

    @Test
    void writesMomentsExactly() {
        assertThat(Words.clock(881_316_132_582L)).isEqualTo("881.316132582 s");
        assertThat(Words.clock(310_000_000_000L)).isEqualTo("310 s");
        assertThat(Words.clock(0)).isEqualTo("0 s");
    }

    @Test
    void writesNumbersThatFollowEachOtherAsRanges() {
        assertThat(Ranges.of(List.of(3L, 1L, 2L, 7L, 7L, 9L))).isEqualTo("1-3, 7, 9");
        assertThat(Ranges.of(List.of())).isEmpty();
        List<Long> odd = LongStream.range(0, 40).map(i -> 2 * i + 1).boxed().toList();
        assertThat(Ranges.abridged(odd, 3)).isEqualTo("1, 3, 5, ... (40 in all)");
        assertThat(Ranges.abridged(odd, 40)).endsWith("77, 79");
    }

    @Test
    void showsWhatIsNotSeenByItsNumberAndKeepsTheRest() {
        assertThat(ShownTexts.of("a\u202eb\u0000\u2069")).isEqualTo("a[U+202E]b[U+0000][U+2069]");
        assertThat(ShownTexts.of("\u200f\u200e\u061c")).isEqualTo("[U+200F][U+200E][U+061C]");
        assertThat(ShownTexts.of("sch\u00f6n \u65e5\u672c\n")).isEqualTo("sch\u00f6n \u65e5\u672c\n");
    }
}
