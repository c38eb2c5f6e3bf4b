package io.kvdrill.reports.export;

import static io.kvdrill.reports.timeline.SampleRun.HOSTILE;
import static io.kvdrill.reports.timeline.SampleRun.report;
import static io.kvdrill.reports.timeline.SampleRun.trace;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.MappingIterator;
import tools.jackson.dataformat.csv.CsvMapper;
import tools.jackson.dataformat.csv.CsvReadFeature;

@DisplayName("A table of a run as CSV")
class CsvTableTest {
    static List<Table<?>> tables() {
        return Tables.all();
    }

    private static String csv(Table<?> table, String text) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CsvTable.write(table, RunView.of(report(text, "f"), trace(text, "f")), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static List<String[]> read(String csv) {
        List<String[]> rows = new ArrayList<>();
        try (MappingIterator<String[]> lines = CsvMapper.builder()
                .enable(CsvReadFeature.WRAP_AS_ARRAY)
                .build()
                .readerFor(String[].class)
                .readValues(csv)) {
            lines.forEachRemaining(rows::add);
        }
        return rows;
    }

    /** The rows as the table has them, as text. */
    private static <R> List<List<String>> expected(Table<R> table, String text) {
        RunView run = RunView.of(report(text, "f"), trace(text, "f"));
        List<List<String>> rows = new ArrayList<>();
        rows.add(table.columns().stream().map(Table.Column::name).toList());
        for (R row : table.rows().apply(run)) {
            rows.add(table.values(row).stream()
                    .map(value -> value == null ? "" : String.valueOf(value))
                    .toList());
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("tables")
    void isReadBackAsItWasWhateverTheTextIs(Table<?> table) {
        for (String text : List.of(HOSTILE, "a,\"b\"\r\nc", "=1+1", "é\uD83D\uDE00")) {
            assertThat(read(csv(table, text)).stream().map(List::of)).isEqualTo(expected(table, text));
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void hasAColumnOnceAndSaysWhatItHolds(Table<?> table) {
        List<String> names = table.columns().stream().map(Table.Column::name).toList();
        assertThat(new HashSet<>(names)).hasSameSizeAs(names);
        assertThat(table.columns())
                .allSatisfy(column -> assertThat(column.about()).isNotBlank());
    }

    @Test
    void namesItsColumnsEvenWithoutRows() {
        Table<?> landings = Tables.all().stream()
                .filter(table -> table.name().equals("landings"))
                .findFirst()
                .orElseThrow();
        assertThat(csv(landings, "r")).isEqualTo("transfer,t_ns,blocks,seq\n");
    }

    @Test
    void holdsARowOfTheTraceForEachEntry() {
        Table<?> events = Tables.all().get(Tables.all().size() - 1);
        assertThat(read(csv(events, "r"))).hasSize(4);
        assertThat(csv(events, "r")).contains("load_timed_out");
    }
}
