package io.kvdrill.scenarios.format.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A printed problem")
class ProblemPrinterTest {

    @Test
    void showsPositionLineCaretAndHelp() {
        Source source = Source.of("drill.yaml", "peers:\n  prefill:\n    prefil: 29000 tok/s\n");

        String text = ProblemPrinter.print(List.of(
                new Problem(new Span(source, 3, 5, 6), "a peer has no field 'prefil'", "did you mean 'prefill'?")));

        assertThat(text).isEqualTo("""
                        drill.yaml:3:5: a peer has no field 'prefil'
                          3 |     prefil: 29000 tok/s
                            |     ^^^^^^
                            did you mean 'prefill'?
                        """);
    }

    @Test
    void aboutAFileAsAWholeShowsNoLine() {
        String text =
                ProblemPrinter.print(List.of(new Problem(Source.of("x.yaml", "").whole(), "is empty", "")));

        assertThat(text).isEqualTo("x.yaml: is empty\n");
    }

    @Test
    void cutsLongLinesAroundTheCaret() {
        Source source = Source.of("x.yaml", "a".repeat(5_000) + "!" + "b".repeat(5_000));

        List<String> lines = ProblemPrinter.print(List.of(new Problem(new Span(source, 1, 5_001, 1), "odd", "")))
                .lines()
                .toList();

        assertThat(lines.get(1).length()).isLessThan(130);
        assertThat(lines.get(1).charAt(lines.get(2).indexOf('^'))).isEqualTo('!');
    }

    @Test
    void letsNothingReachTheTerminalThatCouldDisturbIt() {
        Source source = Source.of("x\u001b[2J.yaml", "a: \u001b[31m\u0007\u202Eb");

        String text = ProblemPrinter.print(
                List.of(new Problem(new Span(source, 1, 4, 1), "found '\u001b[0m'", "write \u0000")));

        assertThat(text).doesNotContain("\u001b", "\u0007", "\u202E", "\u0000");
    }

    @Test
    void isNotFollowedByHundredsMore() {
        Problem problem = new Problem(Source.of("x.yaml", "").whole(), "odd", "");

        assertThat(ProblemPrinter.print(Collections.nCopies(150, problem))).endsWith("... and 130 more\n");
    }
}
