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
        List<Integer> place = stored.points().get(stored.points().size() - 1).at();

        CurvesReport again = command.again(place);

        for (CurvesReport.Value value : again.points().get(0).values()) {
            CurvesReport.Value known = stored.point(place).value(value.variant(), value.metric());
            assertThat(known)
                    .as(place + " " + value.variant() + " " + value.metric())
                    .isNotNull();
            assertThat(known.runs().get(0))
                    .as(place + " " + value.variant() + " " + value.metric())
                    .isEqualTo(value.runs().get(0));
        }
    }

    /** Published by llm-d, in ms: tokens, computed, pulled. */
    private static final double[][] GPT_OSS = {
        {2_048, 78, 35}, {8_192, 250, 57}, {16_384, 510, 86}, {32_768, 1_173, 165}, {49_152, 1_988, 235}
    };

    @Test
    void comeWithinFifteenPercentOfWhatIsPublishedOfGptOss() throws IOException {
        CurvesReport stored = StudyCommand.all().stream()
                .filter(command -> command.toString().equals("pull-or-recompute: data/gpt-oss.json"))
                .findFirst()
                .orElseThrow()
                .stored();
        for (int i = 0; i < GPT_OSS.length; i++) {
            double[] row = GPT_OSS[i];
            assertThat(stored.axes().get(0).numbers().get(i)).isEqualTo(row[0]);
            near(stored, i, "recompute", row[1]);
            near(stored, i, "pull", row[2]);
        }
    }

    private static void near(CurvesReport stored, int place, String variant, double publishedMillis) {
        CurvesReport.Value value = stored.point(List.of(place)).value(variant, "ttft_max");
        assertThat(value).isNotNull();
        assertThat(value.mean() * 1_000)
                .as(variant + " at " + place)
                .isBetween(0.85 * publishedMillis, 1.15 * publishedMillis);
    }

    @Test
    void areAllInTheIndex() throws IOException {
        String index = Files.readString(Path.of("../docs/studies.md"));
        for (StudyCommand command : StudyCommand.all()) {
            assertThat(index)
                    .contains("](../studies/" + command.folder().toRealPath().getFileName() + "/README.md)");
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
