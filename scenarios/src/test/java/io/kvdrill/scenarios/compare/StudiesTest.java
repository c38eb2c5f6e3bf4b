package io.kvdrill.scenarios.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvdrill.reports.json.CurvesReport;
import io.kvdrill.scenarios.summary.FigureFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Keeps the studies from rotting: for each of their comparisons a few runs are made again, and must come to the committed
 * numbers; tables and figures must be those of the numbers. {@code studies/check} makes all of it again.
 */
@DisplayName("The studies")
class StudiesTest {

    static Stream<StudyCommand> comparisons() {
        return StudyCommand.all().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("comparisons")
    void showFiguresAndTablesOfTheirNumbers(StudyCommand command) throws IOException {
        CurvesReport stored = command.stored();

        assertThat(Crossings.stated(stored)).isEqualTo(stored);
        assertThat(Files.readString(command.file("--markdown"))).isEqualTo(CurvesText.markdown(stored));
        for (Map.Entry<String, String> figure : FigureFiles.of(stored).entrySet()) {
            Path file = command.file("--figures").resolve(figure.getKey());
            assertThat(Files.readString(file)).as(file.toString()).isEqualTo(figure.getValue());
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("comparisons")
    void haveNumbersThatComeOfTheirRuns(StudyCommand command) throws IOException {
        CurvesReport stored = command.stored();
        List<List<Integer>> places = List.of(
                stored.points().get(0).at(),
                stored.points().get(stored.points().size() - 1).at());

        CurvesReport again = command.again(places);

        for (List<Integer> place : places) {
            for (CurvesReport.Value value : again.point(place).values()) {
                CurvesReport.Value known = stored.point(place).value(value.variant(), value.metric());
                assertThat(known).as(place + " " + value.variant() + " " + value.metric()).isNotNull();
                assertThat(known.runs().get(0))
                        .as(place + " " + value.variant() + " " + value.metric())
                        .isEqualTo(value.runs().get(0));
            }
        }
    }

    @Test
    void haveAPageOfFindingsEachThatShowsItsFigures() throws IOException {
        for (StudyCommand command : StudyCommand.all()) {
            String page = Files.readString(command.folder().resolve("README.md"));
            assertThat(page)
                    .as(command.toString())
                    .contains("](" + command.option("--figures") + "/")
                    .contains("](" + command.option("--markdown") + ")");
        }
    }
}
